package io.lockgraft.store.jdbc;

import io.lockgraft.spi.settings.Environment;
import io.lockgraft.spi.settings.Position;
import io.lockgraft.spi.settings.Problem;
import io.lockgraft.spi.settings.SettingTable;
import io.lockgraft.spi.settings.Settings;
import io.lockgraft.spi.settings.Value;
import java.io.File;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A mapping of texts, which notes the problems that are reported. */
final class SettingsDouble implements Settings {
    private static final Position HERE = new Position("rules.yaml", 1, 1);

    final List<String> problems = new ArrayList<>();
    private final Map<String, String> texts;

    SettingsDouble(Map<String, String> texts) {
        this.texts = texts;
    }

    @Override
    public boolean has(String name) {
        return texts.containsKey(name);
    }

    @Override
    public boolean isMeant(String... settings) {
        return false;
    }

    @Override
    public boolean isCutOff() {
        return false;
    }

    @Override
    public Position position() {
        return HERE;
    }

    @Override
    public Position namePosition(String name) {
        return HERE;
    }

    @Override
    public Position position(String name) {
        return HERE;
    }

    @Override
    public void problem(String message) {
        problems.add(message);
    }

    @Override
    public void problem(Position position, String message) {
        problems.add(message);
    }

    @Override
    public void problem(String name, Position position, String message) {
        problems.add(name + ": " + message);
    }

    @Override
    public void problem(Problem elsewhere) {
        problems.add(elsewhere.message());
    }

    @Override
    public Value value(String name) {
        String text = texts.get(name);
        return text == null ? null : new Text(text);
    }

    @Override
    public Value option(String name) {
        return null;
    }

    @Override
    public Value text(String name) {
        return value(name);
    }

    @Override
    public Boolean flag(String name) {
        return has(name) ? Boolean.valueOf(texts.get(name)) : null;
    }

    @Override
    public Integer integer(String name, int least, int most) {
        return has(name) ? Integer.valueOf(texts.get(name)) : null;
    }

    @Override
    public Duration duration(String name, Duration least, Duration most) {
        return has(name) ? Duration.parse(texts.get(name)) : null;
    }

    @Override
    public String choice(String name, String... words) {
        return texts.get(name);
    }

    @Override
    public Settings section(String name, SettingTable table) {
        return null;
    }

    @Override
    public List<Value> values(String name, String like) {
        return null;
    }

    @Override
    public File resolve(String path) {
        return new File(path);
    }

    @Override
    public File file(String name) {
        return new File(texts.get(name));
    }

    @Override
    public Environment environment() {
        return Environment.PROCESS;
    }

    private static final class Text implements Value {
        private final String text;

        Text(String text) {
            this.text = text;
        }

        @Override
        public String text() {
            return text;
        }

        @Override
        public String shown() {
            return "'" + text + "'";
        }

        @Override
        public boolean isSecret() {
            return false;
        }

        @Override
        public boolean isPlain() {
            return true;
        }

        @Override
        public Position position() {
            return HERE;
        }

        @Override
        public Position positionOf(int offset) {
            return HERE;
        }
    }
}
