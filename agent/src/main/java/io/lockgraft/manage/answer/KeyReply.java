package io.lockgraft.manage.answer;

import io.lockgraft.engine.look.HolderView;
import io.lockgraft.engine.look.KeyView;
import io.lockgraft.engine.look.WaiterView;
import io.lockgraft.engine.site.KeyNames;
import io.lockgraft.manage.text.Forms;
import io.lockgraft.manage.text.Table;
import io.lockgraft.spi.text.NearNames;
import io.lockgraft.spi.text.Printable;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** All that is known of one key: each holder, and each call of this JVM that waits. */
final class KeyReply implements Reply {
    private final String asked;
    private final KeyForms forms;
    /** Those of this name in each store: the lock and the semaphore. */
    private final List<KeyView> found = new ArrayList<>();

    private final List<KeyView> all;

    /** @param asked as the store has it, or as an answer has shown it; without namespace and {@code :permits}, too */
    KeyReply(Running running, String asked) {
        this.asked = asked;
        this.forms = new KeyForms(running);
        this.all = running.view().keys();
        find(asked);
        if (found.isEmpty()) {
            for (String namespace : running.namespaces()) {
                find(namespace + ':' + asked);
            }
        }
    }

    private void find(String name) {
        for (KeyView key : all) {
            if (isNamed(key, name) || isNamed(key, KeyNames.ofSemaphore(name))) {
                found.add(key);
            }
        }
    }

    private static boolean isNamed(KeyView key, String name) {
        return key.key().equals(name) || Forms.plain(key.key()).equals(name);
    }

    private Set<String> names() {
        Set<String> names = new LinkedHashSet<>();
        for (KeyView key : all) {
            names.add(Printable.of(key.key()));
        }
        return names;
    }

    @Override
    public int code() {
        return found.isEmpty() ? Printout.NOTHING : Printout.ANSWERED;
    }

    @Override
    public String asText() {
        if (found.isEmpty()) {
            return Forms.plain("No call of this JVM holds " + asked + " or waits for it"
                            + NearNames.didYouMean(asked, names()))
                    + '\n';
        }
        StringBuilder text = new StringBuilder();
        for (KeyView key : found) {
            text.append(Forms.plain(key.key()))
                    .append(KeyForms.inStore(key.store()))
                    .append('\n');
            text.append(text(key));
        }
        return text.toString();
    }

    private String text(KeyView key) {
        Table held = new Table("HELD BY", ">FOR", "LEASE", "RULE", "LOCK");
        for (HolderView each : KeyForms.first(key.holders())) {
            boolean known = each.site() != null;
            held.row(
                    forms.holder(each, key.store()),
                    Forms.span(each.nanos()),
                    KeyForms.lease(each),
                    known ? Forms.plain(each.site().rule().name()) : Forms.NONE,
                    known ? each.site().lock().word() : Forms.NONE);
        }
        String holders =
                held.text() + KeyForms.more(key.holders().size()) + forms.whereToAsk(Collections.singletonList(key));
        if (key.waiters().isEmpty()) {
            return holders + "No call of this JVM waits for it.\n";
        }
        Table waiting = new Table("WAITING", ">FOR", "METHOD", "RULE", "LOCK");
        for (WaiterView each : KeyForms.first(key.waiters())) {
            waiting.row(
                    KeyForms.thread(each.thread()),
                    Forms.span(each.nanos()),
                    Forms.plain(KeyForms.method(each.site())),
                    Forms.plain(each.site().rule().name()),
                    each.site().lock().word());
        }
        return holders + waiting.text() + KeyForms.more(key.waiters().size());
    }

    @Override
    public Object asJson() {
        List<Object> keys = new ArrayList<>();
        for (KeyView key : found) {
            keys.add(forms.asJson(key));
        }
        return Collections.singletonMap("keys", keys);
    }
}
