package com.example.app;

import java.util.concurrent.TimeUnit;
import org.redisson.api.RLock;
import org.redisson.api.RedissonClient;

/** The same methods without the agent: they lock by hand, as the documentation of Redisson has it. */
public class PatientByHand extends Patient {
    private final RedissonClient redisson;

    public PatientByHand(RedissonClient redisson) {
        this.redisson = redisson;
    }

    @Override
    public void declared(String key) throws InterruptedException {
        RLock lock = lock(key);
        if (lock.tryLock(30, TimeUnit.SECONDS)) {
            try {
                count(key, () -> {});
            } finally {
                lock.unlock();
            }
        }
    }

    @Override
    public void undeclared(String key) {
        RLock lock = lock(key);
        try {
            if (!lock.tryLock(30, TimeUnit.SECONDS)) {
                return;
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
        try {
            count(key, () -> {});
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void hold(String key, Runnable meanwhile) {
        RLock lock = lock(key);
        lock.lock();
        try {
            count(key, meanwhile);
        } finally {
            lock.unlock();
        }
    }

    private RLock lock(String key) {
        return redisson.getLock("it:K:" + key);
    }
}
