package io.lockgraft.manage.jmx;

import io.lockgraft.manage.meter.Meters;
import io.lockgraft.manage.meter.RuleMeter;
import io.lockgraft.manage.meter.StoreState;
import io.lockgraft.spi.log.Log;
import java.util.concurrent.TimeUnit;
import javax.management.InstanceAlreadyExistsException;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.MBeanServerFactory;
import javax.management.ObjectName;

/** Finds the platform's MBean server, which the application is making or has made, and registers the beans there. */
final class PlatformServer {
    private static final long FIRST_PAUSE = 20;
    private static final long LONGEST_PAUSE = TimeUnit.SECONDS.toMillis(5);

    private PlatformServer() {}

    static void register(String rulesFile, Meters meters) throws JMException, InterruptedException {
        MBeanServer server = await();
        add(server, "type=Agent", new AgentBean(rulesFile, meters));
        for (StoreState each : meters.stores()) {
            add(server, "type=Store,name=" + value(each.name()), new StoreBean(each));
        }
        for (RuleMeter each : meters.rules()) {
            add(server, "type=Rule,name=" + value(each.rule()), new RuleBean(each));
        }
        Log.debug("JMX has the beans io.lockgraft:*");
    }

    /** The application may have servers of its own beside the platform's, or without it. */
    private static MBeanServer await() throws JMException, InterruptedException {
        ObjectName runtime = new ObjectName("java.lang:type=Runtime");
        long pause = FIRST_PAUSE;
        while (true) {
            for (MBeanServer each : MBeanServerFactory.findMBeanServer(null)) {
                if (each.isRegistered(runtime)) {
                    return each;
                }
            }
            Thread.sleep(pause);
            pause = Math.min(pause * 2, LONGEST_PAUSE);
        }
    }

    private static void add(MBeanServer server, String name, NumbersBean bean) throws JMException {
        try {
            server.registerMBean(bean, new ObjectName("io.lockgraft:" + name));
        } catch (InstanceAlreadyExistsException e) {
            Log.warn("JMX has a bean io.lockgraft:" + name + " already, of another Lockgraft in this JVM");
        }
    }

    /** Quoted where it must be, and nowhere else: what reads the beans shows the quotes. */
    static String value(String text) {
        boolean plain = !text.isEmpty() && text.matches("[^,=:\"*?\\p{Cc}]+");
        return plain ? text : ObjectName.quote(text);
    }
}
