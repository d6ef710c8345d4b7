package io.lockgraft.store.redis.client;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.redisson.api.RScript;

/** A script, what it is called with, and how its answer is read. */
final class Script<T> {
    /** By what name Redisson is asked for the server of its keys. */
    final String route;

    final RScript.ReturnType type;
    final String lua;
    final List<Object> keys;
    final List<Object> values;
    final Function<Object, T> reading;

    Script(
            String route,
            RScript.ReturnType type,
            String lua,
            List<Object> keys,
            List<Object> values,
            Function<Object, T> reading) {
        this.route = route;
        this.type = type;
        this.lua = lua;
        this.keys = keys;
        this.values = values;
        this.reading = reading;
    }

    /** What EVAL is called with. */
    Object[] whole() {
        List<Object> arguments = new ArrayList<>(2 + keys.size() + values.size());
        arguments.add(lua);
        arguments.add(keys.size());
        arguments.addAll(keys);
        arguments.addAll(values);
        return arguments.toArray();
    }
}
