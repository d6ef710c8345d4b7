#!/usr/bin/env bash
# The linearizability check in its long form: linearizability.sh [SECONDS] [SEED] [ONE|QUORUM|SENTINEL|CLUSTER]. The seed
# of a run is printed; the same seed lets the same faults strike in the same order, for as long and at the same JVMs.
# Each JVM must go on within five seconds of the last fault's end.
set -euo pipefail
cd "$(dirname "$0")/.."
exec mvn -B -ntp -Dspotless.check.skip=true -pl integration-tests -am \
  -Pwhole -Dtest=NONE -Dit.test=LinearizabilityIT -Dsurefire.failIfNoSpecifiedTests=false -Dfailsafe.failIfNoSpecifiedTests=false \
  -Dlockgraft.linearizability.seconds="${1:-300}" ${2:+-Dlockgraft.linearizability.seed="$2"} \
  ${3:+-Dlockgraft.linearizability.servers="$3"} verify
