package io.lockgraft.benchmarks.start;

import org.aspectj.lang.annotation.Aspect;
import org.aspectj.lang.annotation.Before;
import org.aspectj.lang.annotation.Pointcut;

/** Advice that does nothing; where, the configuration of the weaver says. */
@Aspect
public abstract class EmptyAspect {
    @Pointcut
    public abstract void calls();

    @Before("calls()")
    public void before() {}
}
