#!/usr/bin/env bash
# Measures Lockgraft beside the other ways to a distributed lock, and writes docs/BENCHMARKS.md, and
# into docs/benchmarks a page and a chart for each scenario.
# Needs a JDK (17 or newer) and Maven; brings its own Redis, ZooKeeper and PostgreSQL. The scenarios on-etcd and
# on-consul run the programs that LOCKGRAFT_TEST_ETCD and LOCKGRAFT_TEST_CONSUL name, and are skipped without them.
#
#   benchmarks/run.sh [SCENARIO...] [--quick | --brief | --middle]     all scenarios, if none is named
#   benchmarks/run.sh --page-only                            writes the pages anew from the results that there are
#   benchmarks/run.sh --earlier JAR [--quick | --brief | --middle]     this version beside an earlier one
#
# The JVMs that are measured run on the same JDK as the script, that of JAVA_HOME. The scenario virtual-threads needs a
# JDK 21 or newer; on an older one it is skipped, and its earlier results stay.
#
# --earlier runs cells of hot-key and many-keys, one thread that calls alone, and start-up, both jars in turns. It prints
# a table: the figure of each, how many times better it is now, and whether that is at least 0.95. It writes nothing
# into docs, and takes about 6 min with --brief, 15 with --middle.
#
# The results lie beside the pages, in docs/benchmarks/results: a run replaces those of its scenarios and leaves the
# others. The text of each page is in src/main/resources.
#
# The full form takes some hours, --middle about two, --brief about one; --quick only shows that all runs, and
# writes no page.
set -euo pipefail
earlier=
for argument; do
    shift
    if [ "$earlier" = next ]; then
        [ -f "$argument" ] || break
        earlier=$(cd "$(dirname "$argument")" && pwd)/$(basename "$argument")
        continue
    fi
    case $argument in
        -h | --help)
            sed -n '2,/^set/{/^#/s/^# \{0,1\}//p}' "${BASH_SOURCE[0]}"
            exit 0
            ;;
        --earlier)
            earlier=next
            continue
            ;;
        --quick | --brief | --middle | --page-only) ;;
        -*)
            echo "benchmarks/run.sh: there is no option $argument; see benchmarks/run.sh --help" >&2
            exit 2
            ;;
    esac
    set -- "$@" "$argument"
done
if [ "$earlier" = next ]; then
    echo "benchmarks/run.sh: --earlier needs the path of a jar that is there" >&2
    exit 2
fi
cd "$(dirname "${BASH_SOURCE[0]}")/.."
java=java
[ -z "${JAVA_HOME:-}" ] || java=$JAVA_HOME/bin/java
commit=
if [ -z "${LOCKGRAFT_BUILT:-}" ]; then
    # What is measured; with a plus where that is not all.
    commit=$(git rev-parse --short HEAD 2>/dev/null) || commit=
    sources="pom.xml lockgraft-api lockgraft-spi agent-bootstrap stores agent benchmarks/pom.xml benchmarks/src"
    # shellcheck disable=SC2086
    [ -z "$commit" ] || [ -z "$(git status --porcelain -- $sources)" ] || commit=$commit+
    mvn -q -B -DskipTests -Dspotless.check.skip -pl benchmarks -am package
fi
exec "$java" -Dbenchmarks.commit="$commit" -Dbenchmarks.agent=agent/target/lockgraft.jar \
    -Dbenchmarks.earlier="$earlier" \
    -cp "benchmarks/target/classes:$(cat benchmarks/target/class-path)" \
    io.lockgraft.benchmarks.Benchmarks benchmarks/target docs "$@"
