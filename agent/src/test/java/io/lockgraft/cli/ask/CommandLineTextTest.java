package io.lockgraft.cli.ask;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockgraft.manage.mailbox.ProcessEntry;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

class CommandLineTextTest {
    private final CommandLineText command = new CommandLineText(List.of("locks", "4711", "--key", "shop:it's 7"));

    @Test
    void whatAShellWouldTakeApartIsQuoted() {
        assertThat(command.plain()).isEqualTo("java -jar lockgraft.jar locks 4711 --key 'shop:it'\\''s 7'");
    }

    @Test
    void aUserWithoutANameHasANumber() {
        assertThat(command.as("tomcat")).startsWith("sudo -u tomcat java -jar lockgraft.jar locks 4711 ");
        assertThat(command.as("#1000")).startsWith("sudo -u '#1000' java -jar lockgraft.jar locks 4711 ");
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void inAContainerThereIsMostlyNoSudo() {
        ProcessEntry self = ProcessEntry.self();

        assertThat(command.asUserOf(self))
                .isEqualTo(command.as(self.userName()) + "\n(docker exec -u " + self.user()
                        + " CONTAINER, or kubectl exec POD --, in place of sudo, if this is a container)");
    }
}
