package com.example.boot;

import org.springframework.beans.factory.support.BeanDefinitionBuilder;
import org.springframework.boot.Banner;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.ApplicationContextInitializer;
import org.springframework.context.support.GenericApplicationContext;

/**
 * Starts with a hundred services, says so, and waits to be ended, or ends at once if asked to. Its services are classes
 * that the benchmark makes.
 */
@EnableAutoConfiguration
public class BootApplication {
    /** The argument that makes it end. */
    public static final String END = "end";

    public static final int SERVICES = 100;

    public static void main(String[] args) throws InterruptedException {
        SpringApplication application = new SpringApplication(BootApplication.class);
        application.setBannerMode(Banner.Mode.OFF);
        application.setLogStartupInfo(false);
        ApplicationContextInitializer<GenericApplicationContext> services = BootApplication::addServices;
        application.addInitializers(services);
        application.run(args);
        System.out.println("started");
        if (args.length == 0 || !args[0].equals(END)) {
            Thread.sleep(Long.MAX_VALUE);
        }
    }

    private static void addServices(GenericApplicationContext context) {
        for (int i = 0; i < SERVICES; i++) {
            context.registerBeanDefinition(
                    "service" + i,
                    BeanDefinitionBuilder.genericBeanDefinition("com.example.services.Service" + i)
                            .getBeanDefinition());
        }
    }
}
