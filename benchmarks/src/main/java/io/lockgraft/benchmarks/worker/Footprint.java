package io.lockgraft.benchmarks.worker;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryMXBean;
import java.lang.management.ThreadMXBean;
import java.util.LinkedHashMap;
import java.util.Map;

/** What this JVM takes up. */
public final class Footprint {
    private Footprint() {}

    /** The heap after a collection, what the JVM has besides (classes, compiled code), live threads and classes. */
    static Map<String, Object> now() {
        MemoryMXBean memory = ManagementFactory.getMemoryMXBean();
        memory.gc();
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        Map<String, Object> figures = new LinkedHashMap<>();
        figures.put("heapMegabytes", memory.getHeapMemoryUsage().getUsed() / 1e6);
        figures.put("otherMegabytes", memory.getNonHeapMemoryUsage().getUsed() / 1e6);
        figures.put("threads", threads.getThreadCount());
        figures.put("classes", ManagementFactory.getClassLoadingMXBean().getLoadedClassCount());
        return figures;
    }

    /** What all threads of this JVM have had of the processors, its compiler's and its collector's too. */
    public static long cpuNanos() {
        return ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean()).getProcessCpuTime();
    }
}
