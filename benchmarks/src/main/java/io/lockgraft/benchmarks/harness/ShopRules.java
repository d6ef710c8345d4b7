package io.lockgraft.benchmarks.harness;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The rules file that locks the shop's methods. Waits are as long as Redisson's {@code lock()}, which waits for ever.
 */
public final class ShopRules {
    /** What the key of a slice with one key is called in Redis. */
    public static final String ONE_KEY = "agent:PAY:0";

    /** Behind the section of the store: nobody can ask the JVM anything. */
    static final String ASKED_NOTHING = "\nmanage: {mailbox: off}";

    private ShopRules() {}

    /**
     * Behind the section of the store: the mailbox, the numbers at this port, the log as JSON.
     *
     * @param folder where the log goes
     */
    static String asked(int port, Path folder) {
        return "\nmanage: {mailbox: on, address: '127.0.0.1:" + port + "'}\nlog: {to: '"
                + folder.resolve("asked-" + port + ".log") + "', format: json}";
    }

    /**
     * Writes the file, and tells where.
     *
     * @param store the section that names where the locks are
     */
    public static Path write(Path folder, String store) throws IOException {
        return write(folder, store, "agent");
    }

    /**
     * The same where another store is put behind the agent. Nothing listens at the address: a call that reached for
     * Redis would fail. Nor does the agent connect by itself, which on a busy machine comes before the other store.
     */
    public static Path writeForAnotherStore(Path folder) throws IOException {
        return write(folder, "redis: {address: 'redis://127.0.0.1:1', connect: late}", "agent");
    }

    /** The same for the earlier jar, which finds nothing in Redis of what this version has left there. */
    public static Path writeEarlier(Path folder, String store) throws IOException {
        return write(folder, store, "older");
    }

    private static Path write(Path folder, String store, String namespace) throws IOException {
        return Files.writeString(Files.createTempFile(folder, "rules", ".yaml"), """
                namespace: %s
                %s
                defaults: {wait: forever}
                rules:
                  - {name: pay, method: com.example.bench.Shop.pay(Order), key: 'PAY:{order.number}'}
                  - {name: payOften, method: com.example.bench.Shop.payOften(Order), key: 'PAY:{order.number}', \
                linger: 20ms}
                  - {name: payInShortTurns, method: com.example.bench.Shop.payInShortTurns(Order), key: \
                'PAY:{order.number}', handoff: {max: 64}}
                  - {name: payInLongTurns, method: com.example.bench.Shop.payInLongTurns(Order), key: \
                'PAY:{order.number}', handoff: {for: 200ms}}
                  - {name: take, method: com.example.bench.Shop.take(Order), keys: ['STOCK:{order.lines[*]}']}
                  - {name: look, method: com.example.bench.Shop.look(Order), key: 'BOOK:{order.number}', lock: read}
                  - {name: change, method: com.example.bench.Shop.change(Order), key: 'BOOK:{order.number}', lock: \
                write}
                """.formatted(namespace, store));
    }
}
