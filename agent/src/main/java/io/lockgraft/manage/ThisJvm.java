package io.lockgraft.manage;

import io.lockgraft.spi.Jvm;
import java.io.BufferedReader;
import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.util.UUID;

/**
 * This process, as others know it. Found out when the first store is opened, which is after {@code main} has begun:
 * before that, JMX and random numbers are the application's to set up. No name server is asked, as that may take long.
 */
public final class ThisJvm {
    private static final Jvm JVM =
            new Jvm(host(), pid(), application(System.getProperty("sun.java.command")), id(UUID.randomUUID()));

    private ThisJvm() {}

    public static Jvm get() {
        return JVM;
    }

    /** 62 of its bits are random. */
    private static String id(UUID random) {
        return Long.toHexString(random.getLeastSignificantBits());
    }

    private static String host() {
        String host = firstLine("/proc/sys/kernel/hostname");
        for (String variable : new String[] {"HOSTNAME", "COMPUTERNAME"}) {
            host = host == null ? System.getenv(variable) : host;
        }
        return host == null || host.trim().isEmpty() ? "localhost" : host.trim();
    }

    private static String firstLine(String file) {
        try (BufferedReader in =
                new BufferedReader(new InputStreamReader(new FileInputStream(file), StandardCharsets.UTF_8))) {
            return in.readLine();
        } catch (IOException notLinux) {
            return null;
        }
    }

    private static String pid() {
        try {
            Object handle = Class.forName("java.lang.ProcessHandle")
                    .getMethod("current")
                    .invoke(null);
            return Class.forName("java.lang.ProcessHandle")
                    .getMethod("pid")
                    .invoke(handle)
                    .toString();
        } catch (ReflectiveOperationException java8) {
            return pidOfJava8();
        }
    }

    private static String pidOfJava8() {
        try {
            String self = new File("/proc/self").getCanonicalFile().getName();
            if (self.matches("[0-9]+")) {
                return self;
            }
        } catch (IOException notLinux) {
            // Then by JMX.
        }
        return ManagementFactory.getRuntimeMXBean().getName().replaceAll("@.*", "");
    }

    /** @param command the main class or the jar, and its arguments; null on some JVMs */
    static String application(String command) {
        String first = command == null ? "" : command.trim().split("\\s+", 2)[0];
        return first.endsWith(".jar") || first.endsWith(".war")
                ? first.substring(Math.max(first.lastIndexOf('/'), first.lastIndexOf('\\')) + 1)
                : first.substring(first.lastIndexOf('.') + 1);
    }
}
