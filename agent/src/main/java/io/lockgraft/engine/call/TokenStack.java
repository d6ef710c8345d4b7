package io.lockgraft.engine.call;

import io.lockgraft.bootstrap.Substitute;
import io.lockgraft.bootstrap.Token;
import java.util.ArrayList;
import java.util.List;

/**
 * Tokens of one call that has entered several sites or watches, the outermost first. They exit in reverse, all of them,
 * each with the result or exception of those inside of it.
 */
final class TokenStack<T extends Token> implements Token {
    /** One way for a token to exit. */
    interface Exit<T> {
        Object exit(T token, Object returned, Throwable thrown);
    }

    private final Exit<T> exit;
    private final List<T> tokens;

    /** @param most how many tokens it may get: growing it may fail, when a lock has been taken */
    TokenStack(int most, Exit<T> exit) {
        this.tokens = new ArrayList<>(most);
        this.exit = exit;
    }

    void add(T token) {
        tokens.add(token);
    }

    T get(int i) {
        return tokens.get(i);
    }

    int size() {
        return tokens.size();
    }

    /** The token to exit the whole call with. */
    Token whole() {
        return tokens.isEmpty() ? Token.NONE : tokens.size() == 1 ? tokens.get(0) : this;
    }

    /** Exits the call, whose body is replaced by the next of its sites or watches. */
    Token replaced(Token substitute) {
        return tokens.isEmpty() ? substitute : new Substitute(exit(substitute.exit(null, null), null));
    }

    @Override
    public Object exit(Object returned, Throwable thrown) {
        Object result = returned;
        Throwable end = thrown;
        Throwable lost = null;
        for (int i = tokens.size() - 1; i >= 0; i--) {
            try {
                result = exit.exit(tokens.get(i), result, end);
            } catch (RuntimeException | Error e) {
                // The caller gets the first; the other locks are given back all the same.
                lost = e;
                end = e;
            }
        }
        if (lost instanceof Error) {
            throw (Error) lost;
        }
        if (lost != null) {
            throw (RuntimeException) lost;
        }
        return result;
    }
}
