package com.example.app;

import java.util.concurrent.CompletableFuture;
import org.springframework.aop.framework.ProxyFactory;
import org.springframework.transaction.ReactiveTransactionManager;
import org.springframework.transaction.TransactionManager;
import org.springframework.transaction.annotation.AnnotationTransactionAttributeSource;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.transaction.interceptor.TransactionInterceptor;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/** Reactor's types with a reactive transaction of Spring, which begins with each subscription. */
public class OfSpring {
    private static OfSpring bean;

    @Transactional
    public Mono<String> mono(String key) {
        return Mono.just(key).publishOn(Schedulers.boundedElastic());
    }

    public static CompletableFuture<?> count(String type, String key) {
        if (bean == null) {
            bean = proxy(new CountingTransactions(key));
        }
        return Mono.defer(() -> bean.mono(key)).subscribeOn(Schedulers.parallel()).toFuture();
    }

    private static OfSpring proxy(ReactiveTransactionManager transactions) {
        ProxyFactory proxies = new ProxyFactory(new OfSpring());
        proxies.setProxyTargetClass(true);
        proxies.addAdvice(new TransactionInterceptor(
                (TransactionManager) transactions, new AnnotationTransactionAttributeSource()));
        return (OfSpring) proxies.getProxy();
    }
}
