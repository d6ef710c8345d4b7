package com.example.mvc;

import com.example.app.Witness;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.URL;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.apache.catalina.Context;
import org.apache.catalina.startup.Tomcat;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.web.context.support.AnnotationConfigWebApplicationContext;
import org.springframework.web.servlet.DispatcherServlet;
import org.springframework.web.servlet.config.annotation.AsyncSupportConfigurer;
import org.springframework.web.servlet.config.annotation.EnableWebMvc;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;

/** Spring MVC in Tomcat, and many requests at once, beside other JVMs that do the same. */
public final class MvcMain {
    @Configuration
    @EnableWebMvc
    public static class Config implements WebMvcConfigurer {
        @Bean
        public Tills tills() {
            return new Tills();
        }

        @Override
        public void configureAsyncSupport(AsyncSupportConfigurer async) {
            async.setDefaultTimeout(120_000);
        }
    }

    /** Arguments: a folder for Tomcat, JVMs in all, requests in flight, and pages, of which each is a key as well. */
    public static void main(String[] args) throws Exception {
        Tomcat tomcat = new Tomcat();
        tomcat.setBaseDir(args[0]);
        tomcat.setPort(0);
        tomcat.getConnector();
        Context context = tomcat.addContext("", null);
        AnnotationConfigWebApplicationContext spring = new AnnotationConfigWebApplicationContext();
        spring.register(Config.class);
        Tomcat.addServlet(context, "spring", new DispatcherServlet(spring)).setAsyncSupported(true);
        context.addServletMappingDecoded("/", "spring");
        tomcat.start();
        String address = "http://127.0.0.1:" + tomcat.getConnector().getLocalPort() + "/";

        ExecutorService browsers = Executors.newFixedThreadPool(Integer.parseInt(args[2]));
        for (int i = 3; i < args.length; i++) {
            String page = args[i];
            Witness.meet(page, Integer.parseInt(args[1]));
            List<Future<Integer>> all = new ArrayList<>();
            for (int j = 0; j < Integer.parseInt(args[2]); j++) {
                all.add(browsers.submit(() -> ask(address + page + "?key=" + page)));
            }
            for (Future<Integer> each : all) {
                if (each.get() != 200) {
                    throw new IllegalStateException(page + ": " + each.get());
                }
            }
        }
        for (String page : new String[] {"never", "never", "task", "emitter"}) {
            System.out.println(page + " " + ask(address + page + "?key=one"));
        }
        System.exit(0);
    }

    private static int ask(String address) throws IOException {
        HttpURLConnection connection = (HttpURLConnection) new URL(address).openConnection();
        return connection.getResponseCode();
    }
}
