package io.lockgraft.benchmarks.worker;

import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import javax.management.JMException;
import javax.management.MBeanAttributeInfo;
import javax.management.MBeanServer;
import javax.management.ObjectName;

/** Reads all attributes of Lockgraft's beans in this JVM once a second while a slice runs, as a JMX exporter does. */
final class BeanReader extends EachSecond {
    private static final long PATIENCE = TimeUnit.SECONDS.toNanos(60);

    private final MBeanServer server = ManagementFactory.getPlatformMBeanServer();

    /** Returns when the beans are there, a moment after the server was made. */
    BeanReader() throws JMException, InterruptedException {
        long until = System.nanoTime() + PATIENCE;
        while (names().isEmpty()) {
            if (System.nanoTime() - until > 0) {
                throw new IllegalStateException("there are no beans of Lockgraft's");
            }
            Thread.sleep(50);
        }
    }

    private Set<ObjectName> names() throws JMException {
        return server.queryNames(new ObjectName("io.lockgraft:*"), null);
    }

    @Override
    protected void look() throws JMException {
        for (ObjectName name : names()) {
            String[] attributes = Arrays.stream(server.getMBeanInfo(name).getAttributes())
                    .map(MBeanAttributeInfo::getName)
                    .toArray(String[]::new);
            if (server.getAttributes(name, attributes).size() < attributes.length) {
                throw new IllegalStateException("an attribute of " + name + " cannot be read");
            }
        }
    }
}
