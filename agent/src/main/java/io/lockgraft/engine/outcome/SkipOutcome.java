package io.lockgraft.engine.outcome;

import io.lockgraft.bootstrap.Substitute;
import io.lockgraft.language.type.Primitives;
import io.lockgraft.language.type.Publishers;
import java.lang.reflect.Array;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;

/**
 * What {@code skip} returns: nothing, in the return type of a method. A future is one that has failed with our
 * exception, because no caller that waits for it could tell an empty one from a result. Null stands for an empty
 * publisher; one that cannot be empty fails too.
 */
final class SkipOutcome {
    private static final Map<String, Object> EMPTY = new HashMap<>();

    static {
        EMPTY.put("java.util.Optional", Optional.empty());
        EMPTY.put("java.util.OptionalInt", OptionalInt.empty());
        EMPTY.put("java.util.OptionalLong", OptionalLong.empty());
        EMPTY.put("java.util.OptionalDouble", OptionalDouble.empty());
    }

    private SkipOutcome() {}

    static BoundOutcome of(String returnType) {
        switch (returnType) {
            case "java.util.concurrent.Future":
            case "java.util.concurrent.CompletionStage":
            case "java.util.concurrent.CompletableFuture":
                return (miss, self, arguments) -> {
                    CompletableFuture<Object> failed = new CompletableFuture<>();
                    failed.completeExceptionally(miss.exception());
                    return Optional.of(new Substitute(failed));
                };
            default:
                if (Publishers.isNeverEmpty(returnType)) {
                    return (miss, self, arguments) -> {
                        throw miss.exception();
                    };
                }
                Optional<Substitute> answer = Optional.of(new Substitute(value(returnType)));
                return (miss, self, arguments) -> answer;
        }
    }

    private static Object value(String returnType) {
        return Primitives.contain(returnType)
                ? Array.get(Array.newInstance(Primitives.load(returnType), 1), 0)
                : EMPTY.get(returnType);
    }
}
