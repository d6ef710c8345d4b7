package io.lockgraft.spi.settings;

/**
 * Reads {@code tokensAbove}, the number that each fence token of a store is greater than. With it the tokens of locks
 * that move here from another store go on.
 */
public final class TokensAbove {
    public static final Setting SETTING = Setting.of("tokensAbove", "the number that each fence token is greater than");

    private TokensAbove() {}

    /** The number; 0 where it is absent or wrong. */
    public static long read(Settings store) {
        Value above = store.text(SETTING.name());
        if (above == null) {
            return 0;
        }
        if (!above.text().matches("[0-9]{1,18}")) {
            String message = above.shown() + " is no whole number; write 0 or more, with 18 digits at most";
            store.problem(SETTING.name(), above.position(), message);
            return 0;
        }
        return Long.parseLong(above.text());
    }
}
