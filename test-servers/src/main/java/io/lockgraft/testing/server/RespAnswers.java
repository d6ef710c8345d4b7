package io.lockgraft.testing.server;

/** Counts the answers in what a Redis server has sent. */
final class RespAnswers {
    private RespAnswers() {}

    /** How many answers begin in this text; it begins with one. */
    static int count(String text) {
        int count = 0;
        for (int at = 0; at < text.length(); count++) {
            at = endOfAnswer(text, at);
        }
        return count;
    }

    private static int endOfAnswer(String text, int at) {
        int end = text.indexOf("\r\n", at) + 2;
        if (end == 1) {
            return text.length();
        }
        char type = text.charAt(at);
        String number = text.substring(at + 1, end - 2);
        if ((type == '$' || type == '*') && !number.matches("-?\\d+")) {
            return text.length(); // the rest of an answer that came in pieces
        }
        int size = type == '$' || type == '*' ? Integer.parseInt(number) : -1;
        if (type == '$') {
            return size < 0 ? end : end + size + 2;
        }
        for (int i = 0; i < size && end < text.length(); i++) {
            end = endOfAnswer(text, end);
        }
        return end;
    }
}
