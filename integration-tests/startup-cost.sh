#!/usr/bin/env bash
# Measures what the agent costs before the first locked call: JVM start to main with 50 exact rules, and the loading
# of a class that no rule names, each against an agent that does nothing. Needs a JDK (17 or newer) and Maven.
#
#   integration-tests/startup-cost.sh [RUNS]     uses $JAVA_HOME/bin/java, or the java on the PATH
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
java=java
[ -z "${JAVA_HOME:-}" ] || java=$JAVA_HOME/bin/java
mvn -q -B -DskipTests -pl integration-tests -am package
exec "$java" -cp integration-tests/target/test-classes io.lockgraft.it.startup.StartupCost agent/target/lockgraft.jar "$@"
