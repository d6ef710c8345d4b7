package com.example.bootlog;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import org.slf4j.LoggerFactory;
import org.springframework.boot.Banner;
import org.springframework.boot.SpringApplication;

/** Starts Spring Boot, which reads how this application logs; then each line of its input is a call. */
public class BootLogMain {
    public static void main(String[] args) throws Exception {
        SpringApplication application = new SpringApplication(BootLogMain.class);
        application.setBannerMode(Banner.Mode.OFF);
        application.setLogStartupInfo(false);
        application.run(args);
        LoggerFactory.getLogger(BootLogMain.class).info("ready");
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, "UTF-8"));
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            Desk.pay(line);
        }
    }

    static final class Desk {
        private Desk() {}

        static void pay(String order) {
            LoggerFactory.getLogger(Desk.class).info("paid " + order);
        }
    }
}
