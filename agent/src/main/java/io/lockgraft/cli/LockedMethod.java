package io.lockgraft.cli;

import io.lockgraft.engine.warning.HoldEnd;
import io.lockgraft.language.type.MethodShape;
import java.util.List;

/** A method that a rule locks, for the reader of a verdict. */
final class LockedMethod {
    final MethodShape method;
    /** Where its class lies. */
    final String place;
    /** The keys with the types of their parts: {@code shop:PAY:{dto.orderNo: String}}. */
    final List<String> keys;
    /** Where its holds end. */
    final HoldEnd end;
    /** What a person should know about it; empty mostly. */
    final List<String> notes;

    LockedMethod(MethodShape method, String place, List<String> keys, HoldEnd end, List<String> notes) {
        this.method = method;
        this.place = place;
        this.keys = keys;
        this.end = end;
        this.notes = notes;
    }
}
