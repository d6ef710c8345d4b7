package io.lockgraft.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A check reads class files: no class of the application is initialised, whatever of it the rules name. */
class CheckRunsNothingTest {
    @TempDir
    Path folder;

    private Path ran;
    private Path classes;

    @BeforeEach
    void anApplicationWhoseClassesTellThatTheyRun() throws IOException {
        ran = Files.createDirectories(folder.resolve("ran"));
        classes = Application.in(folder).compile("classes", """
                package com.shop;
                public class PayService implements Saving {
                    static { Witness.ran("PayService"); }
                    @Exclusive public State payOrder(PayDto dto) { Witness.ran("payOrder"); return State.PAID; }
                    State payLater(PayDto dto, String key) { Witness.ran("payLater"); return State.OPEN; }
                    public void save(PayDto dto) {}
                }
                interface Saving {
                    Object LOADED = Witness.ran("Saving");
                    void save(PayDto dto);
                }
                class PayDto {
                    static { Witness.ran("PayDto"); }
                    public String getOrderNo() { Witness.ran("getOrderNo"); return ""; }
                    public int amount() { Witness.ran("amount"); return 1; }
                    public void setToken(long token) { Witness.ran("setToken"); }
                }
                class BusyException extends Exception {
                    static { Witness.ran("BusyException"); }
                    public BusyException(String message) { super(message); Witness.ran("new BusyException"); }
                }
                enum State {
                    OPEN, PAID;
                    static { Witness.ran("State"); }
                }
                @interface Exclusive {
                    Object LOADED = Witness.ran("Exclusive");
                }
                class Witness {
                    static Object ran(String what) {
                        try {
                            return new java.io.File("%s", what).createNewFile();
                        } catch (java.io.IOException e) {
                            throw new Error(e);
                        }
                    }
                }
                """.formatted(ran));
    }

    @Test
    void neitherWhatIsLockedNorWhatItsOutcomesName() throws Exception {
        Terminal terminal = new Terminal(folder);
        String file = terminal.rules("""
                redis: {address: "redis://127.0.0.1:6379"}
                rules:
                  - name: pay
                    method: com.shop.PayService.payOrder(PayDto)
                    key: PAY:{dto.orderNo}
                    when: dto.amount() > 0
                    lock: fenced
                    fence: {set: dto.token}
                    onBusy: {throw: com.shop.BusyException, message: 'order {dto.orderNo} is being paid'}
                    onUnavailable: {call: payLater}
                    onMissingKey: {return: OPEN}
                  - {name: save, method: com.shop.Saving+.save, key: 'SAVE:{p0.orderNo}'}
                  - {name: marked, method: '@com.shop.Exclusive *.*(..)', key: 'MARKED:{p0.orderNo}'}
                """);

        int exit = terminal.run("check", file, "--classpath", classes.toString());

        assertThat(exit).as(terminal.out()).isZero();
        assertThat(terminal.out()).contains("3 rules lock 3 methods");
        assertThat(ran).as("what ran of the application").isEmptyDirectory();
        initialise("com.shop.PayService");
        assertThat(ran.resolve("PayService")).as("and would have told").exists();
    }

    private void initialise(String name) throws Exception {
        try (URLClassLoader loader =
                new URLClassLoader(new URL[] {classes.toUri().toURL()})) {
            Class.forName(name, true, loader);
        }
    }
}
