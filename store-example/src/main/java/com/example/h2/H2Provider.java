package com.example.h2;

import io.lockgraft.spi.StoreConfiguration;
import io.lockgraft.spi.StoreProvider;
import io.lockgraft.spi.settings.Setting;
import io.lockgraft.spi.settings.SettingTable;
import io.lockgraft.spi.settings.Settings;
import io.lockgraft.spi.settings.Value;
import java.time.Duration;
import java.util.Collections;
import java.util.List;

/** Reads {@code h2}: locks in a table of an H2 server. */
public final class H2Provider implements StoreProvider {
    @Override
    public String name() {
        return "h2";
    }

    @Override
    public String meaning() {
        return "locks in a table of an H2 server";
    }

    @Override
    public List<SettingTable> tables() {
        return Collections.singletonList(new SettingTable(
                "h2.",
                "in 'h2'",
                Setting.of("url", "the database"),
                Setting.of("user", "who logs in"),
                Setting.of("password", "the user's password"),
                Setting.of("timeout", "how long one question may take")));
    }

    @Override
    public StoreConfiguration read(Settings settings, Members members) {
        Value url = settings.text("url");
        Value user = settings.text("user");
        Value password = settings.value("password");
        Duration timeout = settings.duration("timeout", Duration.ofMillis(10), Duration.ofMinutes(1));
        if (url == null) {
            if (!settings.has("url") && !settings.isMeant("url")) {
                settings.problem("'url' is missing; write h2: {url: \"jdbc:h2:tcp://db:9092/locks\"}");
            }
            return null;
        }
        if (!url.text().startsWith("jdbc:h2:tcp:")) {
            settings.problem("url", url.position(), url.shown() + " is no server; write jdbc:h2:tcp://db:9092/locks");
            return null;
        }
        return new H2Configuration(
                url.text(),
                user == null ? "sa" : user.text(),
                password == null ? "" : password.text(),
                timeout == null ? Duration.ofMillis(500) : timeout);
    }
}
