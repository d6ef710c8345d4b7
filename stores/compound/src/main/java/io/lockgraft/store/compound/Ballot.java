package io.lockgraft.store.compound;

import io.lockgraft.spi.Grant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiConsumer;

/** One question to all servers that have granted a lock: whether it still stands, asked by a renewal or a release. */
final class Ballot {
    private final List<Vote> votes = new ArrayList<>();
    private final List<Grant> grants = new ArrayList<>();
    private final List<Boolean> newcomers = new ArrayList<>();
    private final List<Vote> confirmed = new ArrayList<>(); // guarded by itself
    private final List<Vote> lost = new ArrayList<>(); // guarded by confirmed
    private final RenewalCount tally;
    private BiConsumer<Vote, Boolean> later; // guarded by confirmed

    Ballot(int majority) {
        this.tally = new RenewalCount(majority);
    }

    void add(Vote vote, Grant granted, boolean newcomer) {
        votes.add(vote);
        grants.add(granted);
        newcomers.add(newcomer);
        tally.expect(newcomer);
    }

    int size() {
        return votes.size();
    }

    Vote vote(int i) {
        return votes.get(i);
    }

    Grant grant(int i) {
        return grants.get(i);
    }

    void await(int i, CompletableFuture<Boolean> answer) {
        Vote vote = votes.get(i);
        answer.whenComplete((ours, error) -> {
            if (error == null) {
                vote.member().heard();
                BiConsumer<Vote, Boolean> listener;
                synchronized (confirmed) {
                    (ours ? confirmed : lost).add(vote);
                    listener = later;
                }
                if (listener != null) {
                    listener.accept(vote, ours);
                }
            }
            tally.heard(newcomers.get(i), ours, error);
        });
    }

    /** From now on the listener is told each answer. */
    void tellLater(BiConsumer<Vote, Boolean> listener) {
        synchronized (confirmed) {
            later = listener;
        }
    }

    /** The votes that are confirmed by now. */
    List<Vote> confirmed() {
        synchronized (confirmed) {
            return new ArrayList<>(confirmed);
        }
    }

    /** The votes that are lost by now. */
    List<Vote> lost() {
        synchronized (confirmed) {
            return new ArrayList<>(lost);
        }
    }

    RenewalCount tally() {
        return tally;
    }
}
