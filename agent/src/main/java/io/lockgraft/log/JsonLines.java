package io.lockgraft.log;

import io.lockgraft.bootstrap.LogLine;
import io.lockgraft.manage.Json;
import io.lockgraft.spi.log.LogEvent;
import io.lockgraft.spi.log.LogFormat;
import java.util.LinkedHashMap;
import java.util.Map;

/** Lines for a machine: an object for each event, with the frames of its cause at every level. */
public final class JsonLines implements LogFormat {
    @Override
    public String line(LogEvent event) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("time", LogLine.time(event.millis()));
        fields.put("level", event.level().name());
        fields.put("thread", event.thread());
        if (event.rule() != null) {
            fields.put("rule", event.rule());
        }
        fields.put("text", event.text());
        if (event.stack() != null) {
            fields.put("stack", event.stack());
        }
        return Json.line(fields);
    }

    @Override
    public boolean showsStacks() {
        return true;
    }
}
