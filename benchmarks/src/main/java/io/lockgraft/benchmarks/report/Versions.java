package io.lockgraft.benchmarks.report;

import java.io.File;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What was measured, by the jars on the class path. */
final class Versions {
    private static final List<String> JARS = List.of(
            "redisson",
            "spring-aop",
            "spring-boot",
            "lock4j-core",
            "curator-recipes",
            "zookeeper",
            "byteman",
            "aspectjweaver",
            "opentelemetry-javaagent",
            "jmh-core");

    private Versions() {}

    static String text() {
        List<String> found = new ArrayList<>(List.of("redis-server 7.0.15"));
        for (String name : JARS) {
            Pattern pattern = Pattern.compile(Pattern.quote(name) + "-(\\d.*)\\.jar");
            for (String path : System.getProperty("java.class.path").split(File.pathSeparator)) {
                Matcher jar = pattern.matcher(new File(path).getName());
                if (jar.matches()) {
                    found.add(name + " " + jar.group(1));
                }
            }
        }
        return String.join(", ", found);
    }
}
