package com.example.app;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/**
 * Looks into the lock server while a body runs, over a plain socket: whether the body's lock is there; or takes it
 * away.
 */
public final class Eye {
    private Eye() {}

    /** {@code KEY locked}, or {@code KEY without its lock}; the lock of a key is {@code it:K:KEY}. */
    public static String look(Object key) {
        String answer = ask("EXISTS", "it:K:" + key);
        return key + (":1".equals(answer) ? " locked" : " without its lock: " + answer);
    }

    /** Deletes the lock of a key, as an operator might. */
    static void delete(Object key) {
        String answer = ask("DEL", "it:K:" + key);
        if (!":1".equals(answer)) {
            throw new IllegalStateException(key + " had no lock to delete: " + answer);
        }
    }

    private static String ask(String verb, String lock) {
        int bytes = lock.getBytes(StandardCharsets.UTF_8).length;
        String command = "*2\r\n$" + verb.length() + "\r\n" + verb + "\r\n$" + bytes + "\r\n" + lock + "\r\n";
        try (Socket redis = new Socket(InetAddress.getLoopbackAddress(), Integer.getInteger("redis.port"))) {
            redis.getOutputStream().write(command.getBytes(StandardCharsets.UTF_8));
            redis.getOutputStream().flush();
            return new BufferedReader(new InputStreamReader(redis.getInputStream(), StandardCharsets.UTF_8)).readLine();
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }
}
