package io.lockgraft.benchmarks.contender;

import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.aspectj.lang.ProceedingJoinPoint;
import org.aspectj.lang.annotation.Around;
import org.aspectj.lang.annotation.Aspect;
import org.aspectj.lang.reflect.MethodSignature;
import org.springframework.context.expression.MethodBasedEvaluationContext;
import org.springframework.core.DefaultParameterNameDiscoverer;
import org.springframework.core.ParameterNameDiscoverer;
import org.springframework.expression.Expression;
import org.springframework.expression.ExpressionParser;
import org.springframework.expression.spel.standard.SpelExpressionParser;

/** The aspect at the heart of the annotation libraries: each expression parsed once, and evaluated at each call. */
@Aspect
final class DistributedLockAspect {
    private final ExpressionParser parser = new SpelExpressionParser();
    private final ParameterNameDiscoverer names = new DefaultParameterNameDiscoverer();
    private final Map<String, Expression> expressions = new ConcurrentHashMap<>();
    private final Locking locks;

    DistributedLockAspect(Locking locks) {
        this.locks = locks;
    }

    @Around("@annotation(lock)")
    public Object around(ProceedingJoinPoint call, DistributedLock lock) throws Throwable {
        Runnable unlock = locks.lock(lock.type(), names(call, lock.key()));
        try {
            return call.proceed();
        } finally {
            unlock.run();
        }
    }

    private List<String> names(ProceedingJoinPoint call, String key) {
        Expression expression = expressions.computeIfAbsent(key, parser::parseExpression);
        MethodSignature signature = (MethodSignature) call.getSignature();
        MethodBasedEvaluationContext context =
                new MethodBasedEvaluationContext(call.getTarget(), signature.getMethod(), call.getArgs(), names);
        Object names = expression.getValue(context);
        return names instanceof Collection<?> several
                ? several.stream().map(String::valueOf).toList()
                : Collections.singletonList((String) names);
    }
}
