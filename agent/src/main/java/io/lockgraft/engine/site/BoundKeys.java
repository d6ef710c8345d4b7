package io.lockgraft.engine.site;

import io.lockgraft.language.expression.BoundTemplate;
import io.lockgraft.language.expression.Template;
import io.lockgraft.language.expression.handle.Access;
import io.lockgraft.language.expression.member.BindException;
import io.lockgraft.language.expression.value.MissingPartException;
import java.util.ArrayList;
import java.util.List;

/** The templates of a rule's keys, compiled for one method: one key for every call, or several. */
public final class BoundKeys {
    private static final MissingPartException NONE =
            new MissingPartException("there is nothing behind its [*], and so no key");

    private final BoundTemplate[] templates;
    private final boolean one;

    /** @param site whose names of locks they make */
    BoundKeys(Site site, Class<?> owner, Access access) throws BindException {
        List<Template> keys = site.keys();
        this.templates = new BoundTemplate[keys.size()];
        for (int i = 0; i < templates.length; i++) {
            templates[i] = keys.get(i).bind(site.prefix(), site.suffix(), owner, site.method(), access);
        }
        this.one = templates.length == 1 && !keys.get(0).isSeveral();
    }

    /** True if every call has exactly one key. */
    public boolean isOne() {
        return one;
    }

    /** The whole name of the one lock of the call, however long. */
    public String key(Object self, Object[] arguments) throws MissingPartException {
        return templates[0].key(self, arguments);
    }

    /**
     * All of them, as they come; a part that is missing in any of them is missing, and so is a key if there is none.
     */
    public List<String> keys(Object self, Object[] arguments) throws MissingPartException {
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
