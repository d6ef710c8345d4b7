package io.lockgraft.manage.answer;

import io.lockgraft.engine.acquire.Stores;
import io.lockgraft.engine.site.Sites;
import io.lockgraft.manage.Coverage;
import io.lockgraft.manage.Json;
import io.lockgraft.manage.happening.Happenings;
import io.lockgraft.manage.text.Forms;
import io.lockgraft.rules.Rules;
import java.util.Collections;
import java.util.List;
import java.util.function.Function;

/**
 * Answers what an operator asks a running JVM, by the words of a command line: {@code locks --key shop:STOCK:7 --json}.
 * The text is whole; whatever brings the words prints it. Asks no store, and holds no call up for longer than a look at
 * its gate takes. Any thread may ask, also several at a time.
 */
public final class Replies implements Function<List<String>, Printout> {
    /** In milliseconds. Others who ask wait meanwhile. */
    private static final long FIRST_SPAN = 250;

    private final Running running;
    private final Askers askers = new Askers();

    public Replies(Rules rules, Coverage coverage, Sites sites, Stores stores, Happenings happenings) {
        this.running = new Running(rules, coverage, sites, stores, happenings);
    }

    /**
     * Answers a question. The first {@code top} of an asker takes a moment: its rates need two looks.
     *
     * @param words the question, and behind it its options
     */
    @Override
    public Printout apply(List<String> words) {
        boolean json = words.contains(Words.JSON);
        try {
            Reply reply = reply(Words.of(words));
            return new Printout(reply.code(), json ? Json.write(reply.asJson()) : reply.asText());
        } catch (WrongWordsException e) {
            String message = Forms.plain(e.getMessage());
            return new Printout(
                    Printout.NOT_ANSWERED,
                    json ? Json.write(Collections.singletonMap("error", message)) : message + '\n');
        }
    }

    private Reply reply(Words question) {
        switch (question.asked()) {
            case "ps":
                return new PsReply(running);
            case "status":
                return new StatusReply(running);
            case "rules":
                return new RulesReply(running);
            case "locks":
                return locks(question);
            case "top":
                return top(question.get(Words.ASKER));
            case "events":
                return new EventsReply(running);
            default:
                return new ReportReply(running);
        }
    }

    private Reply locks(Words question) {
        if (question.has(Words.KEY)) {
            return new KeyReply(running, question.get(Words.KEY));
        }
        return question.has(Words.THREADS) ? new ThreadsReply(running) : new LocksReply(running);
    }

    private Reply top(String asker) {
        RuleSample before = askers.last(asker, System.nanoTime());
        if (before == null) {
            before = sample();
            pause();
        }
        RuleSample now = sample();
        askers.told(asker, now);
        return new TopReply(running, before, now);
    }

    /** Ends sooner if the thread is interrupted: the rates are those of a shorter time. */
    private static void pause() {
        try {
            Thread.sleep(FIRST_SPAN);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private RuleSample sample() {
        return new RuleSample(running.numbers(), System.nanoTime());
    }
}
