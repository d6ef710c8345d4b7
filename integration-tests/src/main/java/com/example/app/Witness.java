package com.example.app;

import java.io.BufferedReader;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/**
 * The application's line to the witness, a server in the test's JVM: each thread has its own connection, and each word
 * is answered before the thread goes on, so that the witness sees things in the order in which they happened.
 */
public final class Witness {
    private static final ThreadLocal<Witness> OF_THREAD = new ThreadLocal<>();

    private final BufferedReader in;
    private final OutputStream out;

    private Witness(Socket connection) throws IOException {
        connection.setTcpNoDelay(true);
        this.in = new BufferedReader(new InputStreamReader(connection.getInputStream(), StandardCharsets.UTF_8));
        this.out = connection.getOutputStream();
    }

    /** A body begins; returns the key's counter as the witness has it. */
    public static int enter(String key) {
        return Integer.parseInt(say("enter " + key));
    }

    /** A body begins that may run beside others that begin so. */
    public static void enterBeside(String key) {
        say("beside " + key);
    }

    /** A body ends that has counted nothing. */
    public static void leave(String key) {
        say("leave " + key);
    }

    /** A body ends; writes the key's counter. */
    public static void exit(String key, int counter) {
        say("exit " + key + " " + counter);
    }

    /** Writes under a fence token; false: the store has seen a greater one, and takes nothing of a lower any more. */
    public static boolean write(String key, long token) {
        return say("write " + key + " " + token).equals("written");
    }

    /** Returns when as many threads, of whatever JVM, have come here. */
    public static void meet(String place, int threads) {
        say("meet " + place + " " + threads);
    }

    /** Looks at a set; returns which of its versions it is. */
    public static int look(String set) {
        return Integer.parseInt(say("look " + set));
    }

    /** Writes a set: that version of it with one number more. */
    public static void grow(String set, int version, String number, long fence) {
        say("grow " + set + " " + version + " " + number + " " + fence);
    }

    /** Looks at a set again, which was this version of it before. */
    public static void watch(String set, int version, String number) {
        say("watch " + set + " " + version + " " + number);
    }

    /** What its caller was told of the call that had this number, which has taken so long. */
    public static void tell(String number, String end, long nanos) {
        say("tell " + number + " " + end + " " + nanos);
    }

    private static String say(String words) {
        try {
            Witness witness = OF_THREAD.get();
            if (witness == null) {
                int port = Integer.getInteger("witness.port");
                witness = new Witness(new Socket(InetAddress.getLoopbackAddress(), port));
                witness.hear("hello " + System.getProperty("witness.name", "?"));
                OF_THREAD.set(witness);
            }
            return witness.hear(words);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private String hear(String words) throws IOException {
        out.write((words + "\n").getBytes(StandardCharsets.UTF_8));
        out.flush();
        String answer = in.readLine();
        if (answer == null) {
            throw new EOFException("the witness is gone");
        }
        return answer;
    }
}
