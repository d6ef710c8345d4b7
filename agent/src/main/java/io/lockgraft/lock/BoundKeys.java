package io.lockgraft.lock;

import io.lockgraft.expression.Access;
import io.lockgraft.expression.BindException;
import io.lockgraft.expression.BoundTemplate;
import io.lockgraft.expression.MissingPartException;
import io.lockgraft.expression.Template;
import io.lockgraft.type.MethodShape;
import java.util.ArrayList;
import java.util.List;

/** The templates of a rule's keys, compiled for one method: one key for every call, or several. */
final class BoundKeys {
    private static final MissingPartException NONE =
            new MissingPartException("there is nothing behind its [*], and so no key");

    private final BoundTemplate[] templates;
    private final boolean one;

    private BoundKeys(BoundTemplate[] templates, boolean one) {
        this.templates = templates;
        this.one = one;
    }

    static BoundKeys bind(List<Template> keys, Class<?> owner, MethodShape method, Access access) throws BindException {
        BoundTemplate[] bound = new BoundTemplate[keys.size()];
        for (int i = 0; i < bound.length; i++) {
            bound[i] = keys.get(i).bind(owner, method, access);
        }
        return new BoundKeys(bound, bound.length == 1 && !keys.get(0).isSeveral());
    }

    /** Whether every call has exactly one key. */
    boolean isOne() {
        return one;
    }

    /** The one key of the call. */
    String key(Object self, Object[] arguments) throws MissingPartException {
        return templates[0].key(self, arguments);
    }

    /** All keys of the call, as they come; a part that is missing in any of them is missing, and so is a key if there is none. */
    List<String> keys(Object self, Object[] arguments) throws MissingPartException {
        List<String> all = new ArrayList<>();
        for (BoundTemplate each : templates) {
            all.addAll(each.keys(self, arguments));
        }
        if (all.isEmpty()) {
            throw NONE;
        }
        return all;
    }
}
