#!/usr/bin/env bash
# Lets jcstress look at the gate for longer than the build does: gate-stress.sh [MODE], which is sanity, quick, default,
# tough or stress.
set -euo pipefail
cd "$(dirname "$0")/.."
exec mvn -B -ntp -Dspotless.check.skip=true -pl agent -am \
  -Pwhole -Dtest=NONE -Dit.test=GateStressIT -Dsurefire.failIfNoSpecifiedTests=false -Dfailsafe.failIfNoSpecifiedTests=false \
  -Dlockgraft.stress.mode="${1:-default}" verify
