package com.example.app;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/** Looks into the lock server while a body runs, over a plain socket: whether the body's lock is there. */
public final class Eye {
    private Eye() {}

    /** {@code KEY locked}, or {@code KEY without its lock}; the lock of a key is {@code it:K:KEY}. */
    public static String look(Object key) {
        String lock = "it:K:" + key;
        int bytes = lock.getBytes(StandardCharsets.UTF_8).length;
        String command = "*2\r\n$6\r\nEXISTS\r\n$" + bytes + "\r\n" + lock + "\r\n";
        try (Socket redis = new Socket(InetAddress.getLoopbackAddress(), Integer.getInteger("redis.port"))) {
            redis.getOutputStream().write(command.getBytes(StandardCharsets.UTF_8));
            redis.getOutputStream().flush();
            String answer = new BufferedReader(new InputStreamReader(redis.getInputStream(), StandardCharsets.UTF_8))
                    .readLine();
            return key + (":1".equals(answer) ? " locked" : " without its lock: " + answer);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }
}
