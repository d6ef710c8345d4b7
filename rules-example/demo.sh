#!/usr/bin/env bash
# Sells 100 tickets from three JVMs at once: first as the shop is, then with Lockgraft in front of it.
# Needs a JDK (17 or newer); builds what is missing, by Maven or ./mvnw, and brings its own database. The locks live in
# a file.
#
#   rules-example/demo.sh                 uses $JAVA_HOME/bin/java, or the java on the PATH
#   rules-example/demo.sh redis           the locks live in a Redis, which the demo brings
#   rules-example/demo.sh h2              the locks live in a table of the shop's own database
#   LOCKGRAFT_REDIS=redis://host:6379 rules-example/demo.sh      the same with a Redis of your own
#   LOCKGRAFT_DEMO_BUILD=no rules-example/demo.sh                fails where something is not built
#
# Ends with 0 if and only if the shop with Lockgraft sold exactly the tickets there were.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

readonly tickets=100 tills=3 customers=100
readonly patience=120 # seconds for what takes two
readonly agent=agent/target/lockgraft.jar
readonly example=rules-example/target
rules=rules-example/rules.yaml
java=java
[ -z "${JAVA_HOME:-}" ] || java=$JAVA_HOME/bin/java

store=${1:-file}
[ -n "${1:-}" ] || [ -z "${LOCKGRAFT_REDIS:-}" ] || store=redis

work=$(mktemp -d "${TMPDIR:-/tmp}/lockgraft-demo.XXXXXX")

clean_up() {
    local running
    running=$(jobs -pr)
    if [ -n "$running" ]; then
        kill $running 2>/dev/null || true
        wait $running 2>/dev/null || true
    fi
    rm -rf "$work"
}
trap clean_up EXIT
trap 'exit 130' INT
trap 'exit 143' TERM

fail() {
    echo "demo.sh: $1" >&2
    exit 1
}

# value NAME FILE: what a line NAME=... of the file says
value() {
    sed -n "s/^$1=//p" "$2"
}

# put_locks_into STORE: a copy of the rules file whose line `file: ...` is another store
put_locks_into() {
    sed "s|^file:.*|$1|" $rules >"$work/rules.yaml"
    rules=$work/rules.yaml
}

build() {
    if [ ! -f $agent ] || [ ! -f $example/ticket-shop.jar ] || [ ! -d $example/lib ] \
        || [ ! -d $example/demo ] || [ ! -d $example/test-classes ]; then
        [ "${LOCKGRAFT_DEMO_BUILD:-}" != no ] || fail "not all of it is built, and LOCKGRAFT_DEMO_BUILD is no"
        maven=mvn
        command -v mvn >/dev/null || maven=./mvnw
        echo "Building the agent and the shop; the first time Maven downloads what it needs ..."
        $maven -q -B -DskipTests -Dspotless.check.skip -pl rules-example -am package
    fi
}

start_servers() {
    local want_redis=
    [ "$store" != redis ] || [ -n "${LOCKGRAFT_REDIS:-}" ] || want_redis=redis
    "$java" -cp "$example/test-classes:$example/lib/*:$example/demo/*" \
        com.example.tickets.demo.Servers "$work" $tickets $want_redis >"$work/servers.log" 2>&1 &
    local servers=$!
    while [ ! -f "$work/addresses" ]; do
        kill -0 "$servers" 2>/dev/null || fail "the servers of the demo did not start: $(cat "$work/servers.log")"
        sleep 0.1
    done
    database=$(value database "$work/addresses")
    export TICKETS_LOCKS=$work/locks
    case $store in
        redis)
            export LOCKGRAFT_REDIS=${LOCKGRAFT_REDIS:-$(value redis "$work/addresses")}
            put_locks_into 'redis: {address: "${LOCKGRAFT_REDIS}"}'
            ;;
        h2)
            export TICKETS_DATABASE=${database}with
            put_locks_into 'jdbc: {url: "${TICKETS_DATABASE}", createTable: true}'
            ;;
    esac
}

# sell_from_all_tills NAME [JVM OPTION ...]: runs the shop in three JVMs at once, on the database NAME
sell_from_all_tills() {
    local name=$1 till until=$((SECONDS + patience))
    shift
    local jvms=()
    for ((till = 1; till <= tills; till++)); do
        "$java" "-Dlockgraft.report=$work/$name-$till.json" "$@" -jar $example/ticket-shop.jar "$database$name" $till $tills $customers \
            >"$work/$name-$till.out" 2>"$work/$name-$till.err" &
        jvms[till]=$!
    done
    # The shops wait for each other before they open, so the first that fails is the one to tell of.
    while [ ${#jvms[@]} -gt 0 ]; do
        for till in "${!jvms[@]}"; do
            kill -0 "${jvms[till]}" 2>/dev/null && continue
            wait "${jvms[till]}" || fail "JVM $till $name Lockgraft failed: $(cat "$work/$name-$till.err")"
            unset "jvms[till]"
        done
        [ $SECONDS -lt $until ] || fail "the JVMs $name Lockgraft have not ended after $patience s: $(cat "$work/$name-"*.err)"
        sleep 0.1
    done
    "$java" -cp "$example/test-classes:$example/lib/*" com.example.tickets.demo.Books "$database$name" \
        >"$work/$name-books.out"
}

row() {
    printf '  %-26s %18s %18s\n' "$1" "$2" "$3"
}

row_of() {
    row "$1" "$(value "$2" "$work/without-$3.out")" "$(value "$2" "$work/with-$3.out")"
}

# locked NAME: how many calls the agents of the three JVMs counted as locked; without an agent there is no report
locked() {
    local till calls sum=0
    for ((till = 1; till <= tills; till++)); do
        calls=$(sed -n 's/.*"entered": *\([0-9]*\).*/\1/p' "$work/$1-$till.json" 2>/dev/null || true)
        sum=$((sum + ${calls:-0}))
    done
    echo $sum
}

seconds() {
    local till millis longest=0
    for ((till = 1; till <= tills; till++)); do
        millis=$(value millis "$work/$1-$till.out")
        [ "$millis" -le $longest ] || longest=$millis
    done
    printf '%d.%d s' $((longest / 1000)) $((longest % 1000 / 100))
}

verdict() {
    local printed
    printed=$(value printed "$work/$1-books.out")
    if [ "$printed" -gt $tickets ]; then
        echo "OVERSOLD by $((printed - tickets))"
    elif [ "$printed" -eq $tickets ] && [ "$(value left "$work/$1-books.out")" -eq 0 ]; then
        echo "exact"
    else
        echo "WRONG"
    fi
}

case $store in
    file | redis | h2) ;;
    *) fail "no store '$store': write file, redis or h2" ;;
esac
build
start_servers
echo "Three JVMs sell the same $tickets tickets to $((tills * customers)) customers ..."
sell_from_all_tills without
echo "... and again, with -javaagent:lockgraft.jar=rules.yaml ..."
sell_from_all_tills with "-javaagent:$agent=$rules"

echo
row "" "without Lockgraft" "with Lockgraft"
row "tickets there were" $tickets $tickets
row "customers who asked" $((tills * customers)) $((tills * customers))
for ((till = 1; till <= tills; till++)); do
    row_of "JVM $till sold" sold $till
done
row "locked calls" "$(locked without)" "$(locked with)"
row_of "sold in total" printed books
row_of "left, says the database" left books
row "time" "$(seconds without)" "$(seconds with)"
row "verdict" "$(verdict without)" "$(verdict with)"
echo

[ "$(verdict with)" = "exact" ]
