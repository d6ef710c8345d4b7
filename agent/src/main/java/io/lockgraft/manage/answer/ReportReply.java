package io.lockgraft.manage.answer;

import io.lockgraft.manage.Json;

/** The whole coverage with the counts of each rule, as {@code lockgraft.report} writes it when the JVM ends. */
final class ReportReply implements Reply {
    private final Object report;

    ReportReply(Running running) {
        this.report = running.coverage().asMap(running.counters());
    }

    @Override
    public Object asJson() {
        return report;
    }

    /** It is made for machines, and has one form. */
    @Override
    public String asText() {
        return Json.write(report);
    }
}
