package io.lockgraft.rules.read;

import io.lockgraft.rules.Manage;
import io.lockgraft.rules.yaml.Section;
import io.lockgraft.rules.yaml.Tables;

/** Reads how a running JVM is asked: the section {@code manage} of the file, and its options. */
final class ManageReader {
    private ManageReader() {}

    static Manage read(Section file) {
        Section manage = OptionalSection.of(file, "manage", Tables.MANAGE);
        return new Manage(HttpAddressReader.read(manage));
    }
}
