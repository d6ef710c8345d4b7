#!/usr/bin/env bash
# Bursts of calls on distinct keys: bursts.sh [TIMES] [WHICH]. WHICH is a regular expression: "JDK 21", "virtual on 2 carriers",
# "5000 platform". A JVM makes five, one after the other. Each prints a line: calls served and refused, how long it took, heap
# and threads before and after.
set -euo pipefail
cd "$(dirname "$0")/.."
exec mvn -B -ntp -Dspotless.check.skip=true -pl integration-tests -am \
  -Pwhole -Dtest=NONE -Dit.test='BurstIT#everyBurstIsServed' -Dsurefire.failIfNoSpecifiedTests=false -Dfailsafe.failIfNoSpecifiedTests=false \
  -Dlockgraft.test.bursts="${1:-10}" ${2:+-Dlockgraft.test.bursts-of="$2"} verify
