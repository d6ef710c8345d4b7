package io.lockgraft.backend.quorum;

import io.lockgraft.backend.PermitNumbers;
import io.lockgraft.backend.Request;
import io.lockgraft.rules.LockKind;

/**
 * Which permits of its semaphores a request asks all servers for: it is granted where most have given it the same.
 * Guarded by its attempt.
 *
 * <p>All are asked for the same number, or the next free one behind it, and mostly they know of the same calls and give
 * the same. Where they do not, those that differ are asked for what the first of them has given: no two calls have the
 * same number there, so two that got each other's way get out of it. Where that is not free, somebody has had it since
 * before the first server was asked, and all are asked for the one behind.
 */
final class Wish {
    /** So often they are asked one way and the other, before there is a pause. */
    private static final int MOST = 8;

    private final Request request;
    private PermitNumbers numbers;
    private boolean exact;
    private int times;

    Wish(Request request) {
        this.request = request;
        this.numbers = request.kind() == LockKind.SEMAPHORE
                ? PermitNumbers.anyOf(request.keys(), request.permits())
                : PermitNumbers.NONE;
    }

    /** What a server is asked. */
    Request request() {
        return numbers == PermitNumbers.NONE ? request : request.withNumbers(numbers, exact);
    }

    /** The others of a majority that already has these are asked for the same; null: nobody has. */
    void beginAt(PermitNumbers given) {
        if (given != null && !exact) {
            numbers = given;
        }
    }

    boolean isExact() {
        return exact;
    }

    /** Whether servers have given what differs, in this round or in those right before it. */
    boolean isScattered() {
        return times > 0;
    }

    /** Whether it is worth to ask once more. */
    boolean isHopeful() {
        return times < MOST;
    }

    /** Those that gave something else than the first of them are asked for nothing but that. */
    void gather(PermitNumbers given) {
        times++;
        numbers = given;
        exact = true;
    }

    /** One of them had given it to somebody else. */
    void goOn() {
        times++;
        numbers = numbers.next(request.permits());
        exact = false;
    }

    /** Time passes before anybody is asked again. */
    void rest() {
        times = 0;
        exact = false;
    }
}
