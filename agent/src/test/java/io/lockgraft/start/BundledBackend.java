package io.lockgraft.start;

import io.lockgraft.manage.ThisJvm;
import io.lockgraft.spi.Grant;
import io.lockgraft.spi.LockKind;
import io.lockgraft.spi.Owner;
import io.lockgraft.spi.Request;
import io.lockgraft.store.redis.RedisStore;
import io.lockgraft.store.redis.settings.RedisSettings;
import io.lockgraft.store.redis.settings.Topology;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/** One lock's life in the backend of whatever loader this class is defined in. */
public final class BundledBackend implements Function<String, String> {
    @Override
    public String apply(String address) {
        RedisSettings settings = RedisSettings.of(Topology.single(address))
                .timeout(Duration.ofSeconds(5))
                .build();
        try (RedisStore backend =
                new RedisStore(new OpenContext(ThisJvm::get, "", null, Collections.emptyList()), settings)) {
            long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
            List<String> key = List.of("shop:1");
            Owner owner = ThisJvm.get().newOwner("rule", "main");
            Request request = new Request(LockKind.EXCLUSIVE, 1, key, owner, 30_000, deadline, System.nanoTime());
            Grant grant =
                    backend.acquire(request).answer().get(30, TimeUnit.SECONDS).grant();
            boolean renewed = backend.renew(List.of(grant))
                    .get(0)
                    .get(30, TimeUnit.SECONDS)
                    .isHeld();
            boolean released = grant.release().get(30, TimeUnit.SECONDS).isHeld();
            return "granted" + (renewed ? ", renewed" : "") + (released ? ", released" : "");
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }
}
