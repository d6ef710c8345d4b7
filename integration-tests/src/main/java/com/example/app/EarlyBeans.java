package com.example.app;

import java.lang.management.ManagementFactory;

/** Makes the platform's MBean server as soon as it is loaded, as some agents do before main. */
final class EarlyBeans {
    static {
        ManagementFactory.getPlatformMBeanServer();
    }

    private EarlyBeans() {}
}
