package io.lockgraft.it;

import java.io.File;
import java.nio.file.Path;
import java.util.Comparator;

/** Which Spring com.example.ledger has, and where its transactions begin. The first is what it is compiled against. */
enum LedgerSpring {
    V5_3("Spring 5.3") {
        @Override
        String path() {
            return FIRST;
        }
    },
    V4_3("Spring 4.3") {
        @Override
        Jvm jvm() {
            return Jvms.usual().stream()
                    .min(Comparator.comparingInt(Jvm::version))
                    .orElseThrow();
        }

        @Override
        void setUp(Jvm jvm, AppProcess.Builder app) {
            if (jvm.version() > 8) {
                // Its CGLIB defines classes by ClassLoader.defineClass.
                app.options("--add-opens", "java.base/java.lang=ALL-UNNAMED");
            }
        }
    },
    V6_2("Spring 6.2"),
    V7_0("Spring 7.0"),
    /**
     * Transactions begin in the methods themselves. AspectJ's agent stands behind ours; its turn with a class comes
     * before.
     */
    ASPECTJ("Spring 5.3 with AspectJ") {
        @Override
        void setUp(Jvm jvm, AppProcess.Builder app) {
            app.options(ASPECTS);
        }

        @Override
        String path() {
            return FIRST + OF_ASPECTS;
        }
    };

    private static final String FIRST = Libraries.path(
            "spring-core-",
            "spring-jcl-",
            "spring-beans-",
            "spring-context-",
            "spring-aop-",
            "spring-expression-",
            "spring-tx-",
            "spring-jdbc-");

    private static final String OF_ASPECTS =
            File.pathSeparator + Libraries.path("spring-aspects-", "aspectjweaver-", "jboss-transaction-api");

    private static final String[] ASPECTS = {
        "-javaagent:" + Libraries.path("aspectjweaver-"),
        "-Dorg.aspectj.weaver.loadtime.configuration="
                + Path.of("src/test/applications/ledger/aop.xml").toUri(),
        "-Dledger.transactions=Aspects"
    };

    private final String name;

    LedgerSpring(String name) {
        this.name = name;
    }

    /** The one to try it on. */
    Jvm jvm() {
        return Jvms.running();
    }

    /** What its JVM needs beside its class path. */
    void setUp(Jvm jvm, AppProcess.Builder app) {}

    /** Its class path. */
    String path() {
        return Libraries.ofFolder("springs/" + name.replace(' ', '-').toLowerCase());
    }

    @Override
    public String toString() {
        return name;
    }
}
