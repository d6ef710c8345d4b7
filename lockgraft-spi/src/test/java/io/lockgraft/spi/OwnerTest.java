package io.lockgraft.spi;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class OwnerTest {
    private final Jvm jvm = new Jvm("shop-7f9c", "812", "orders.jar", "4fa0");

    @Test
    void anOwnerBeginsWithItsHostAndProcess() {
        assertThat(jvm.newOwner("pay", "main").text()).isEqualTo("shop-7f9c:812:4fa0:1");
        assertThat(jvm.newOwner("pay", "main").text()).isEqualTo("shop-7f9c:812:4fa0:2");
        assertThat(Owner.holder("shop-7f9c:812:4fa0:2")).isEqualTo("shop-7f9c:812");
    }

    @Test
    void anOwnerOfAJvmThatIsNotToBeNamedTellsNothing() {
        Owner owner = jvm.unnamed().newOwner("pay", "main");

        assertThat(owner.text()).isEqualTo("4fa0:1");
        assertThat(Owner.holder(owner.text())).isNull();
        assertThat(owner.rule()).isNull();
        assertThat(owner.thread()).isNull();
        assertThat(jvm.newOwner("pay", "main").number()).as("of one sequence").isEqualTo(2);
    }

    @Test
    void anotherOwnerForTheSameCallIsOfTheSameRuleAndThread() {
        Owner another = jvm.newOwner("pay", "main").another();

        assertThat(another.number()).isEqualTo(2);
        assertThat(another.rule()).isEqualTo("pay");
        assertThat(another.thread()).isEqualTo("main");
    }

    @Test
    void anotherClientsHolderIsToldAsItIs() {
        String ofALock = "9a1c3c0e-6d53-4b5e-9a51-0f4b2f6f2f10:71";

        assertThat(Owner.holder(ofALock)).isEqualTo(ofALock);
        assertThat(Owner.holder("")).isNull();
        assertThat(Owner.holder(null)).isNull();
    }

    @Test
    void anOwnerOfACompoundHasANumberForEachMember() {
        assertThat(Owner.holder("shop-7f9c:812:4fa0:7+8+9")).isEqualTo("shop-7f9c:812");
        assertThat(Owner.holder("4fa0:7+8+9")).isNull();
    }

    @Test
    void twoJvmsHaveEqualNumbersAndNoEqualOwners() {
        Owner other = new Jvm("shop-7f9c", "812", "orders.jar", "4fa1").newOwner("pay", "main");
        Owner own = jvm.newOwner("pay", "main");

        assertThat(other.number()).isEqualTo(own.number());
        assertThat(other).isNotEqualTo(own);
        assertThat(new Owner(jvm, own.number(), null, null)).isEqualTo(own).hasSameHashCodeAs(own);
    }

    /** Braces choose a slot of a Redis Cluster, and colons part a field. */
    @Test
    void whatMeansSomethingElsewhereIsNoPartOfAHost() {
        assertThat(new Jvm("a{b}:c d", "1", "", "f").newOwner("pay", "main").text())
                .isEqualTo("a-b--c-d:1:f:1");
        assertThat(new Jvm("", "1", "", "f").name()).isEqualTo("unknown:1");
    }
}
