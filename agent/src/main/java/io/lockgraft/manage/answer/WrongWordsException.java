package io.lockgraft.manage.answer;

/** The words are no question. Its message says why, and what would be one. */
final class WrongWordsException extends Exception {
    private static final long serialVersionUID = 1L;

    WrongWordsException(String message) {
        super(message);
    }
}
