package io.lockgraft.rules.read;

import io.lockgraft.rules.Manage;
import io.lockgraft.rules.yaml.Section;
import io.lockgraft.rules.yaml.Tables;
import io.lockgraft.spi.settings.Value;
import java.io.File;

/** Reads how a running JVM is asked: the section {@code manage} of the file, and its options. */
final class ManageReader {
    private ManageReader() {}

    static Manage read(Section file) {
        Section manage = OptionalSection.of(file, "manage", Tables.MANAGE);
        String mailbox = manage.choice("mailbox", "on", "off");
        return new Manage(!"off".equals(mailbox), folder(manage), HttpAddressReader.read(manage));
    }

    private static File folder(Section manage) {
        Value value = manage.text("folder");
        if (value != null && !new File(value.text()).isAbsolute()) {
            manage.wrong("folder", value, " is no absolute path; the commands are started in other folders");
            return null;
        }
        return value == null ? null : new File(value.text());
    }
}
