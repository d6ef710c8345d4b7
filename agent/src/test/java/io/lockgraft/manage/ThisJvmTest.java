package io.lockgraft.manage;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockgraft.spi.Jvm;
import org.junit.jupiter.api.Test;

class ThisJvmTest {
    @Test
    void itIsKnownByItsHostAndProcess() {
        Jvm jvm = ThisJvm.get();

        assertThat(jvm.pid()).isEqualTo(Long.toString(ProcessHandle.current().pid()));
        assertThat(jvm.host()).isNotEmpty().matches("[A-Za-z0-9.-]+");
        assertThat(jvm.id()).matches("[0-9a-f]{16}");
    }

    @Test
    void theApplicationIsItsJarOrItsMainClass() {
        assertThat(ThisJvm.application("/opt/shop/orders.jar --port 80")).isEqualTo("orders.jar");
        assertThat(ThisJvm.application("com.shop.Main a.jar")).isEqualTo("Main");
        assertThat(ThisJvm.application("app/com.shop.Main")).isEqualTo("Main");
        assertThat(ThisJvm.application(null)).isEmpty();
    }
}
