package io.lockgraft.spi.settings;

import java.io.File;
import java.time.Duration;
import java.util.List;

/**
 * One mapping of the rules file, as the code that reads it sees it. Each getter gives null where the setting is absent
 * and where it is wrong; a wrong one has then been reported, with its position. Unknown names are reported already.
 */
public interface Settings {
    /** Whether the file has the setting, right or wrong. */
    boolean has(String name);

    /** Whether an unknown setting, which has been reported, may mean one of these: then they are not missing. */
    boolean isMeant(String... settings);

    /** Whether the file is no YAML from some place on, so that a missing setting may stand behind it. */
    boolean isCutOff();

    /** Where the mapping stands. */
    Position position();

    /** Where the setting's name stands. */
    Position namePosition(String name);

    /** Where the setting's value stands. */
    Position position(String name);

    /** Reports a problem of the whole mapping. */
    void problem(String message);

    void problem(Position position, String message);

    /** Reports a problem of a setting; its name is put in front of the message. */
    void problem(String name, Position position, String message);

    /** Reports a problem of another file that the setting names. */
    void problem(Problem elsewhere);

    /** A single value, from the option that overrides the setting or from the file. */
    Value value(String name);

    /** The option that overrides the setting, or null where none is set. */
    Value option(String name);

    /** As {@link #value}, and not empty. */
    Value text(String name);

    Boolean flag(String name);

    Integer integer(String name, int least, int most);

    Duration duration(String name, Duration least, Duration most);

    /** One of these words. */
    String choice(String name, String... words);

    /** A mapping inside this one. */
    Settings section(String name, SettingTable table);

    /**
     * A list of single values.
     *
     * @param like a list as it should be, for the message
     * @return null where it is no list; an item that is wrong has been reported, and is null
     */
    List<Value> values(String name, String like);

    /** A path of the file; a relative one begins at the folder of the rules file. */
    File resolve(String path);

    /** The path of a file that this process can read. */
    File file(String name);

    /** Where variables and options come from. */
    Environment environment();
}
