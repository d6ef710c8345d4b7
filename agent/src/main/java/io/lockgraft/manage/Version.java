package io.lockgraft.manage;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;

/** The version of this Lockgraft, as the build wrote it beside this class. */
public final class Version {
    private Version() {}

    public static String text() {
        try (InputStream in = Version.class.getResourceAsStream("version.txt");
                BufferedReader lines = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))) {
            return lines.readLine();
        } catch (IOException e) {
            return "of an unknown version";
        }
    }
}
