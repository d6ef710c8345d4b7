package io.lockgraft.store.consul.api;

import io.lockgraft.spi.Answer;
import io.lockgraft.store.consul.settings.ConsulSettings;
import io.lockgraft.store.http.HttpAnswer;
import java.io.IOException;
import java.util.concurrent.CompletionException;

/** Answers of Consul that are none, each with what to do about it. */
public final class Failures {
    private static final int LONGEST = 300;

    private final ConsulSettings settings;

    Failures(ConsulSettings settings) {
        this.settings = settings;
    }

    /** Carries a refusal through code that throws exceptions of input and output. */
    private static final class RefusedException extends IOException {
        private static final long serialVersionUID = 1L;

        RefusedException(String message) {
            super(message, new Answer.Refusal(message, null));
        }
    }

    /** The failure itself: a refusal where asking again cannot help. */
    public static Throwable unwrapped(Throwable failed) {
        Throwable cause = failed instanceof CompletionException ? failed.getCause() : failed;
        return cause instanceof RefusedException ? cause.getCause() : cause;
    }

    /** @throws IOException where it is no answer to the question */
    void check(HttpAnswer answer) throws IOException {
        int status = answer.status();
        String said = shortened(answer.body());
        if (status == 401 || status == 403) {
            throw new RefusedException(rights(said));
        }
        if (said.contains("Invalid Session TTL")) {
            throw new RefusedException("Consul grants no session of consul.sessionTtl ("
                    + settings.sessionTtl().getSeconds() + " s): " + said
                    + ". Set sessionTtl to a time that it grants, or its session_ttl_min to a shorter one");
        }
        if (said.contains("HTTP request to an HTTPS server")) {
            throw new RefusedException(settings.address() + " speaks TLS alone: write its address with https://");
        }
        if (status == 429 || status == 503) {
            throw new IOException("Consul has no room for more requests now (" + status + "): " + said
                    + ". Its limits are http_max_conns_per_client and request_limits");
        }
        if (status / 100 != 2) {
            throw new IOException("Consul has answered " + status + ": " + said);
        }
    }

    /** @throws IOException where this reason of a transaction is no answer to it */
    void checkStep(String reason) throws IOException {
        if (reason.contains("ermission denied") || reason.contains("ACL not found")) {
            throw new RefusedException(rights(shortened(reason)));
        }
        if (reason.contains("unknown KV verb")) {
            throw tooOld();
        }
    }

    IOException tooOld() {
        return new RefusedException(settings.address() + " knows no transactions as locks need them: it is older than"
                + " Consul 0.7, or no Consul. Update it, or name another one in consul.address");
    }

    private String rights(String said) {
        if (said.contains("ACL not found")) {
            return "Consul does not know the token of consul.token (" + said + "): name one that there is";
        }
        String whose = settings.token() == null ? "a request without a token; set consul.token" : "the token";
        return "Consul allows too little to " + whose + " (" + said + "). Locks need the rights session:write on the"
                + " node of the agent, and key:write on the prefix " + settings.prefix() + '/';
    }

    private static String shortened(String body) {
        String line = body.trim().replaceAll("\\s+", " ");
        return line.length() > LONGEST ? line.substring(0, LONGEST) + "..." : line;
    }

    /** True if the server may do, or have done, what was asked. */
    public static boolean isUnsure(Throwable failed) {
        return failed != null && !(unwrapped(failed) instanceof Answer.Refusal) && !isNotSent(failed);
    }

    /** True if the server has not been asked at all. */
    private static boolean isNotSent(Throwable failed) {
        return unwrapped(failed) instanceof NotSentException;
    }
}
