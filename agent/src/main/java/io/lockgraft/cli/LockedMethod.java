package io.lockgraft.cli;

import io.lockgraft.engine.warning.HoldScope;
import io.lockgraft.language.type.MethodShape;
import java.util.List;

/** A method that a rule locks, for the reader of a verdict. */
final class LockedMethod {
    final MethodShape method;
    /** The jar or folder of its class. */
    final String place;
    /** The keys with the types of their parts: {@code shop:PAY:{dto.orderNo: String}}. */
    final List<String> keys;
    /** The event that ends its holds. */
    final HoldScope end;
    /** Notes for the reader of the verdict; mostly empty. */
    final List<String> notes;

    LockedMethod(MethodShape method, String place, List<String> keys, HoldScope end, List<String> notes) {
        this.method = method;
        this.place = place;
        this.keys = keys;
        this.end = end;
        this.notes = notes;
    }
}
