package com.example.app;

import org.aspectj.lang.ProceedingJoinPoint;
import org.aspectj.lang.annotation.Around;
import org.aspectj.lang.annotation.Aspect;

/** What another agent weaves around the methods that ours locks. */
@Aspect
public class TillsAspect {
    @Around("execution(* com.example.app.Tills.*(String))")
    public Object around(ProceedingJoinPoint call) throws Throwable {
        return call.proceed();
    }
}
