package io.lockgraft.manage.answer;

import io.lockgraft.bootstrap.LogLine;
import io.lockgraft.engine.look.HolderKind;
import io.lockgraft.engine.look.HolderView;
import io.lockgraft.engine.look.KeyView;
import io.lockgraft.engine.look.LeaseView;
import io.lockgraft.engine.look.ThreadView;
import io.lockgraft.engine.look.WaiterView;
import io.lockgraft.engine.site.Site;
import io.lockgraft.manage.text.Forms;
import io.lockgraft.manage.text.ShellWord;
import java.io.File;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** How keys, their holders and their waiters read: in a table, and as JSON. */
final class KeyForms {
    /** Rows of one list of an answer, which goes through a file: a longer list is of no use to a reader. */
    static final int MOST = 2_000;

    private final Running running;
    private final long now = System.currentTimeMillis();

    KeyForms(Running running) {
        this.running = running;
    }

    /** Who holds it: {@code here, exec-7 #71, SellService.sell}. */
    String holder(HolderView holder, String store) {
        return Forms.plain(unmasked(holder, store));
    }

    private String unmasked(HolderView holder, String store) {
        switch (holder.kind()) {
            case BODY:
                return "here, " + (holder.thread() == null ? "" : holder.thread() + ", ") + method(holder.site());
            case UNLOCKED:
                return "here, " + (holder.thread() == null ? "" : holder.thread() + ", ") + method(holder.site());
            case WORK:
                return "here, " + (holder.thread() == null ? "" : holder.thread() + ", ") + "until " + holder.told();
            case LINGERING:
                return "here, lease lingers";
            case OFFERED:
                return "here, offered to the first that waits";
            case RETURNING:
                return "here, going back";
            case ELSEWHERE:
                return holder.told() == null ? "another JVM" : holder.told();
            case PERHAPS_ELSEWHERE:
                return "this or another of its keys: " + (holder.told() == null ? "another JVM" : holder.told());
            case NOBODY:
                return "nobody: the first waits for " + holder.told();
            default:
                return "nobody known: store " + (running.outage(store) == null ? "asked" : "down");
        }
    }

    /** All of one key: the first holder, and how many more there are. */
    String holders(KeyView key) {
        int more = key.holders().size() - 1;
        return holder(key.holders().get(0), key.store()) + (more == 0 ? "" : " and " + more + " more");
    }

    /** {@code SellService.sell}. */
    static String method(Site site) {
        String owner = site.method().owner();
        return owner.substring(owner.lastIndexOf('.') + 1) + '.' + site.method().name();
    }

    static String lease(HolderView holder) {
        if (holder.isUnlocked()) {
            return holder.told() + ' ' + Forms.span(holder.lostNanos()) + " ago: runs on without it";
        }
        LeaseView lease = holder.lease();
        if (lease == null) {
            return Forms.NONE;
        }
        if (lease.isLocal()) {
            return "this JVM only";
        }
        return lease.isRenewed() && !lease.isAtRisk() ? "renewed" : Forms.span(lease.leftNanos()) + " left";
    }

    /** The first of a long list, which are shown. */
    static <T> List<T> first(List<T> all) {
        return all.subList(0, Math.min(MOST, all.size()));
    }

    /** The line below a list that has so many; empty where all are shown. */
    static String more(int all) {
        return all <= MOST ? "" : "and " + Forms.count(all - MOST) + " more\n";
    }

    /**
     * The line that says what to type for the thread and the time of a holder in another JVM, which its store knows;
     * empty where no key has one.
     */
    String whereToAsk(List<KeyView> keys) {
        for (KeyView key : keys) {
            boolean elsewhere = key.holders().stream()
                    .anyMatch(
                            each -> each.kind() == HolderKind.ELSEWHERE || each.kind() == HolderKind.PERHAPS_ELSEWHERE);
            if (elsewhere && running.isAnswerable(key.store())) {
                String file = new File(running.rules().file()).getAbsolutePath();
                return "who there, since when: locks " + ShellWord.of(Forms.plain(file)) + ' '
                        + ShellWord.of(Forms.plain(key.key())) + '\n';
            }
        }
        return "";
    }

    /** The rule of the call that holds it, or of the first one that waits. */
    static String rule(KeyView key) {
        for (HolderView each : key.holders()) {
            if (each.site() != null) {
                return Forms.plain(each.site().rule().name());
            }
        }
        return key.waiters().isEmpty()
                ? Forms.NONE
                : Forms.plain(key.waiters().get(0).site().rule().name());
    }

    static String thread(ThreadView thread) {
        return thread == null ? "(no thread)" : Forms.plain(thread.toString());
    }

    /** Of a store's keys, which are a part of the line that names it. */
    static String inStore(String store) {
        return store.isEmpty() ? "" : " in store " + Forms.plain(store);
    }

    Map<String, Object> asJson(KeyView key) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("store", key.store());
        json.put("key", key.key());
        List<Object> holders = new ArrayList<>();
        for (HolderView each : first(key.holders())) {
            holders.add(asJson(each, key.store()));
        }
        json.put("holders", holders);
        List<Object> waiters = new ArrayList<>();
        for (WaiterView each : first(key.waiters())) {
            Map<String, Object> waiter = new LinkedHashMap<>();
            put(waiter, each.thread(), each.site());
            since(waiter, "waitedMillis", each.nanos());
            waiters.add(waiter);
        }
        json.put("waiters", waiters);
        json.put("left", key.holders().size() - holders.size() + key.waiters().size() - waiters.size());
        return json;
    }

    private Map<String, Object> asJson(HolderView holder, String store) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("kind", holder.kind().word());
        json.put("text", unmasked(holder, store));
        put(json, holder.thread(), holder.site());
        if (holder.nanos() >= 0) {
            since(json, "heldMillis", holder.nanos());
        }
        if (holder.isUnlocked()) {
            since(json, "unlockedMillis", "unlockedSince", holder.lostNanos());
        }
        if (holder.lease() != null) {
            Map<String, Object> lease = new LinkedHashMap<>();
            lease.put("local", holder.lease().isLocal());
            lease.put("renewed", holder.lease().isRenewed());
            lease.put("atRisk", holder.lease().isAtRisk());
            lease.put("leftMillis", TimeUnit.NANOSECONDS.toMillis(holder.lease().leftNanos()));
            json.put("lease", lease);
        }
        return json;
    }

    private void since(Map<String, Object> json, String name, long nanos) {
        since(json, name, "since", nanos);
    }

    private void since(Map<String, Object> json, String name, String since, long nanos) {
        long millis = TimeUnit.NANOSECONDS.toMillis(nanos);
        json.put(name, millis);
        json.put(since, LogLine.time(now - millis));
    }

    private static void put(Map<String, Object> json, ThreadView thread, Site site) {
        if (thread != null) {
            json.put("thread", thread.name());
            json.put("threadNumber", thread.number());
        }
        if (site != null) {
            json.put("class", site.method().owner());
            json.put("method", site.method().name());
            json.put("rule", site.rule().name());
            json.put("lock", site.lock().word());
        }
    }
}
