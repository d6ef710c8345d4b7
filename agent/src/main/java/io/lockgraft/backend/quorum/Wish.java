package io.lockgraft.backend.quorum;

import io.lockgraft.backend.PermitNumbers;
import io.lockgraft.backend.Request;
import io.lockgraft.rules.LockKind;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Which permits of its semaphores a request asks all servers for: it is granted where most have given it the same.
 * Guarded by its attempt.
 *
 * <p>All are asked for the same number, or the next free one behind it, and mostly they know of the same calls and give
 * the same. Where they do not, those that differ are asked for what the first of them has given, and for nothing else:
 * no two calls have the same number there, so two that got in each other's way make room for each other, if not by the
 * first time then by the second. Where it is still not free, it has been taken since before the first server was asked,
 * by a call that this server does not know, and all are asked for one behind it that enough of them may have.
 */
final class Wish {
    /** So often a number is asked for alone before another one is looked for. */
    private static final int MOST_EXACT = 2;

    /** So often all are asked before there is a pause. */
    private static final int MOST = 9;

    private final Request request;
    private final int majority;
    private PermitNumbers numbers;
    private PermitNumbers behind;
    private int exact;
    private int times;

    Wish(Request request, int majority) {
        this.request = request;
        this.majority = majority;
        this.numbers = any();
    }

    private PermitNumbers any() {
        return request.kind() == LockKind.SEMAPHORE
                ? PermitNumbers.anyOf(request.keys(), request.permits())
                : PermitNumbers.NONE;
    }

    /** What a server is asked. */
    Request request() {
        return numbers == PermitNumbers.NONE ? request : request.withNumbers(numbers, isExact());
    }

    PermitNumbers numbers() {
        return numbers;
    }

    /** Whether nothing else will do. */
    boolean isExact() {
        return exact > 0;
    }

    /** What servers have given already, in their order, the others are asked for as well. */
    void beginAt(List<PermitNumbers> given) {
        if (!isExact() && !given.isEmpty()) {
            numbers = given.get(0);
        }
    }

    /** Whether servers have given what differs, and there was no pause since then. */
    boolean isScattered() {
        return times > 0;
    }

    /** Whether it is worth asking once more. */
    boolean isHopeful() {
        return times < MOST;
    }

    /** @param given what servers have given, in their order; most of them have, unless they were to give this alone */
    void gather(List<PermitNumbers> given) {
        times++;
        if (!isExact()) {
            behind = behind(given);
            numbers = given.get(0);
            exact = 1;
        } else if (exact < MOST_EXACT) {
            exact++;
        } else {
            numbers = behind;
            exact = 0;
        }
    }

    /**
     * What lies between the number that was asked for and the one that a server has given is taken there: so the next
     * one that most may have. That is another one, unless it is what the first has given, and nobody else had, or it is
     * for each of several keys, but not at the same servers: then the one behind the first's.
     */
    private PermitNumbers behind(List<PermitNumbers> given) {
        Map<String, Integer> all = new HashMap<>();
        Map<String, Integer> behindFirst = new HashMap<>();
        boolean moves = false;
        for (String key : request.keys()) {
            int[] distances = new int[given.size()];
            for (int i = 0; i < distances.length; i++) {
                distances[i] = Math.floorMod(given.get(i).of(key) - numbers.of(key), request.permits());
            }
            int first = distances[0];
            Arrays.sort(distances);
            int next = distances[Math.min(majority, distances.length) - 1];
            moves |= next > 0;
            all.put(key, at(key, next == first ? first + 1 : next));
            behindFirst.put(key, at(key, first + 1));
        }
        return PermitNumbers.of(moves ? all : behindFirst);
    }

    private int at(String key, int distance) {
        return (numbers.of(key) + distance) % request.permits();
    }

    /**
     * Time passes before anybody is asked again: for what would have been next, or, of several keys, whose way round may
     * miss what there is, for any.
     */
    void rest() {
        numbers = request.keys().size() == 1 ? numbers : any();
        times = 0;
        exact = 0;
    }
}
