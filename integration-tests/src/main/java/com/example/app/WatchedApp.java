package com.example.app;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;

/**
 * Calls both methods of Watched with each line of its standard input as the key, until there are no more. The line
 * "names" asks for the names of their parameters.
 */
public final class WatchedApp {
    private WatchedApp() {}

    public static void main(String[] args) throws Exception {
        BufferedReader keys = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        Watched watched = new Watched();
        System.out.println("ready");
        for (String key = keys.readLine(); key != null && !key.equals("end"); key = keys.readLine()) {
            if (key.equals("names")) {
                System.out.println(ParameterNames.of(Watched.class));
                continue;
            }
            System.out.println(watched.look(key + "-look"));
            System.out.println(watched.monitor(key + "-monitor"));
        }
    }
}
