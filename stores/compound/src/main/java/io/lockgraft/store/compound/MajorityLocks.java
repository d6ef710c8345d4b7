package io.lockgraft.store.compound;

import io.lockgraft.spi.LockStore;
import io.lockgraft.spi.StoredLock;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Who holds the keys of a majority, and how one is taken away. An owner has another number at each member, so a holder
 * here is a JVM with as many entries as most members have of it. Its name has the numbers of all its entries, and
 * {@link #unlock} takes the key away from each of these.
 */
final class MajorityLocks {
    private final LockStore[] members;
    private final int majority;

    MajorityLocks(LockStore[] members, int majority) {
        this.members = members;
        this.majority = majority;
    }

    CompletableFuture<List<StoredLock>> of(String key) {
        return ofMost(member -> member.locks(key)).thenApply(told -> held(told));
    }

    CompletableFuture<Long> size() {
        return ofMost(LockStore::scanSize)
                .thenApply(sizes -> sizes.stream().mapToLong(Long::longValue).sum());
    }

    /** What each member has is kept until the last one has told its own. */
    CompletableFuture<?> scan(String beginning, Consumer<StoredLock> each) {
        return ofMost(member -> {
                    List<StoredLock> found = new ArrayList<>();
                    return member.scan(beginning, found::add).thenApply(done -> found);
                })
                .thenAccept(told -> {
                    Map<String, List<List<StoredLock>>> byKey = new TreeMap<>();
                    for (List<StoredLock> ofMember : told) {
                        ofMember.stream()
                                .collect(Collectors.groupingBy(StoredLock::key))
                                .forEach((key, its) -> byKey.computeIfAbsent(key, first -> new ArrayList<>())
                                        .add(its));
                    }
                    byKey.values().forEach(its -> held(its).forEach(each));
                });
    }

    /** True where any entry went: at most of the members the owner has none then, and so it has lost the key. */
    CompletableFuture<Boolean> unlock(String key, String owner) {
        int numbers = owner.lastIndexOf(':') + 1;
        List<String> entries = Arrays.stream(owner.substring(numbers).split("\\+"))
                .map(number -> owner.substring(0, numbers) + number)
                .collect(Collectors.toList());
        return ofMost(member -> {
                    CompletableFuture<Boolean> had = CompletableFuture.completedFuture(false);
                    for (String entry : entries) {
                        had = had.thenCombine(member.unlock(key, entry), Boolean::logicalOr);
                    }
                    return had;
                })
                .thenApply(had -> had.contains(true));
    }

    /** @param told what members say of one key */
    private List<StoredLock> held(List<List<StoredLock>> told) {
        Map<String, List<List<StoredLock>>> byJvm = new HashMap<>();
        for (List<StoredLock> ofMember : told) {
            ofMember.stream()
                    .sorted(Comparator.comparingLong(MajorityLocks::number))
                    .collect(Collectors.groupingBy(lock -> jvm(lock.owner())))
                    .forEach((jvm, its) -> byJvm.computeIfAbsent(jvm, first -> new ArrayList<>())
                            .add(its));
        }
        List<StoredLock> all = new ArrayList<>();
        byJvm.forEach((jvm, its) -> {
            int i = 0;
            for (List<StoredLock> entries = nth(its, i); entries.size() >= majority; entries = nth(its, ++i)) {
                all.add(one(jvm, entries));
            }
        });
        return all;
    }

    private static List<StoredLock> nth(List<List<StoredLock>> ofMembers, int i) {
        return ofMembers.stream()
                .filter(its -> its.size() > i)
                .map(its -> its.get(i))
                .collect(Collectors.toList());
    }

    /** It ends when it is left at fewer members than most. */
    private StoredLock one(String jvm, List<StoredLock> entries) {
        String numbers = entries.stream()
                .map(lock -> lock.owner().substring(jvm.length()))
                .collect(Collectors.joining("+"));
        StoredLock telling = entries.stream()
                .filter(lock -> lock.rule() != null || lock.thread() != null)
                .findFirst()
                .orElse(entries.get(0));
        long left = entries.stream()
                .map(StoredLock::leftMillis)
                .sorted(Collections.reverseOrder())
                .skip(majority - 1)
                .findFirst()
                .orElse(-1L);
        return new StoredLock(
                telling.key(), jvm + numbers, telling.rule(), telling.thread(), telling.heldMillis(), left);
    }

    /** With the colon behind it. */
    private static String jvm(String owner) {
        return owner.substring(0, owner.lastIndexOf(':') + 1);
    }

    private static long number(StoredLock lock) {
        String number = lock.owner().substring(lock.owner().lastIndexOf(':') + 1);
        return number.matches("[0-9]{1,18}") ? Long.parseLong(number) : Long.MAX_VALUE;
    }

    /** The answers of all members that answer; fails where these are not most, as the first of the others does. */
    private <T> CompletableFuture<List<T>> ofMost(Function<LockStore, CompletableFuture<T>> question) {
        List<CompletableFuture<T>> asked = Arrays.stream(members).map(question).collect(Collectors.toList());
        return CompletableFuture.allOf(asked.toArray(new CompletableFuture<?>[0]))
                .handle((done, error) -> {
                    List<T> answers = asked.stream()
                            .filter(each -> !each.isCompletedExceptionally())
                            .map(CompletableFuture::join)
                            .collect(Collectors.toList());
                    if (answers.size() < majority) {
                        throw new CompletionException(Vote.cause(error));
                    }
                    return answers;
                });
    }
}
