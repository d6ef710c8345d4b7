package com.example.bootjdbc;

import org.springframework.boot.Banner;
import org.springframework.boot.SpringApplication;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;

/** A Spring Boot application in a fat jar, which brings the driver of a database and loads it late. */
public class BootMain {
    public static void main(String[] args) throws Exception {
        SpringApplication application = new SpringApplication(BootMain.class);
        application.setBannerMode(Banner.Mode.OFF);
        application.setLogStartupInfo(false);
        try (ConfigurableApplicationContext context = application.run(args)) {
            System.out.println(context.getBean(Payments.class).pay("A"));
        }
    }

    @Bean
    static Payments payments() {
        return new Payments();
    }
}
