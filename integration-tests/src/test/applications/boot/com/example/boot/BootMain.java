package com.example.boot;

import com.example.lib.Stock;
import org.springframework.aop.framework.autoproxy.BeanNameAutoProxyCreator;
import org.springframework.aop.support.AopUtils;
import org.springframework.boot.Banner;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;

/** A Spring Boot application in a fat jar; its service is behind a proxy, as one with transactions is. */
@SpringBootApplication
public class BootMain {
    public static void main(String[] args) {
        SpringApplication application = new SpringApplication(BootMain.class);
        application.setBannerMode(Banner.Mode.OFF);
        application.setLogStartupInfo(false);
        try (ConfigurableApplicationContext context = application.run(args)) {
            PayService pay = context.getBean(PayService.class);
            System.out.println("proxied by CGLIB: " + AopUtils.isCglibProxy(pay));
            System.out.println(pay.pay("proxied"));
            System.out.println(pay.self("self"));
            System.out.println(new Stock().take(new Stock.Item("1")));
        }
    }

    @Bean
    static BeanNameAutoProxyCreator proxies() {
        BeanNameAutoProxyCreator proxies = new BeanNameAutoProxyCreator();
        proxies.setBeanNames("payService");
        proxies.setProxyTargetClass(true);
        proxies.setInterceptorNames("around");
        return proxies;
    }

    @Bean
    static Around around() {
        return new Around();
    }

    @Bean
    static PayService payService() {
        return new PayService();
    }
}
