package io.lockgraft.language.type.loader;

import java.io.File;
import java.net.URI;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.Manifest;

/** The jars and folders that a jar's manifest adds to the class path behind it. */
public final class ManifestClassPath {
    private ManifestClassPath() {}

    /**
     * In the manifest's order; what does not read is passed over, as by the JVM.
     *
     * @param manifest null where the jar has none
     */
    public static List<File> of(File jar, Manifest manifest) {
        String named = manifest == null ? null : manifest.getMainAttributes().getValue(Attributes.Name.CLASS_PATH);
        if (named == null) {
            return Collections.emptyList();
        }
        List<File> files = new ArrayList<>();
        URI base = jar.toURI();
        for (String part : named.trim().split("\\s+")) {
            try {
                URI uri = base.resolve(part);
                if ("file".equals(uri.getScheme()) && uri.getPath() != null) {
                    files.add(new File(uri.getPath()));
                }
            } catch (IllegalArgumentException notAnAddress) {
                // The JVM ignores it as well.
            }
        }
        return files;
    }
}
