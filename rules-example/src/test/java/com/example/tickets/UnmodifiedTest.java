package com.example.tickets;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.io.DataInputStream;
import java.io.IOException;
import org.junit.jupiter.api.Test;

/** The demo proves something only while the shop is what it says: old, and without a trace of locks. */
class UnmodifiedTest {
    private final JavaClasses shop = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("com.example.tickets");

    @Test
    void theShopKnowsNeitherLockgraftNorAnyOtherLock() {
        noClasses()
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("io.lockgraft..", "org.redisson..", "java.util.concurrent.locks..")
                .check(shop);
        assertThat(shop.get(TicketShop.class).getMethods())
                .isNotEmpty()
                .noneMatch(method -> method.getModifiers().contains(JavaModifier.SYNCHRONIZED));
    }

    @Test
    void theShopIsCompiledForJava8() throws IOException {
        try (DataInputStream file = new DataInputStream(TicketShop.class.getResourceAsStream("TicketShop.class"))) {
            assertThat(file.readInt()).isEqualTo(0xCAFEBABE);
            assertThat(file.readUnsignedShort()).as("minor version").isZero();
            assertThat(file.readUnsignedShort())
                    .as("major version: 52 is Java 8")
                    .isEqualTo(52);
        }
    }
}
