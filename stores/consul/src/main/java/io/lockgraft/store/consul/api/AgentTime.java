package io.lockgraft.store.consul.api;

import io.lockgraft.store.http.HttpAnswer;
import java.io.IOException;
import java.time.DateTimeException;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;

/** The clock of an agent, which it tells in whole seconds with each answer. Consul's state has no times. */
final class AgentTime {
    private AgentTime() {}

    /** In milliseconds since 1970. */
    static long of(HttpAnswer answer) throws IOException {
        String date = answer.header("Date");
        try {
            return ZonedDateTime.parse(String.valueOf(date), DateTimeFormatter.RFC_1123_DATE_TIME)
                    .toInstant()
                    .toEpochMilli();
        } catch (DateTimeException e) {
            throw new IOException("the agent does not tell its time: something between may take out the header Date");
        }
    }
}
