package com.example.app;

import java.io.IOException;

/** A batch job that calls a locked method for each argument, tells what became of it, and returns. */
public final class JobApp {
    private JobApp() {}

    /** The argument {@code pause} waits for a line on the standard input. */
    public static void main(String[] args) throws IOException {
        JobApp job = new JobApp();
        for (String key : args) {
            if (key.equals("pause")) {
                System.out.println("pauses");
                System.in.read();
            } else {
                try {
                    System.out.println(job.work(key));
                } catch (RuntimeException e) {
                    System.out.println("failed " + key + " " + e.getClass().getName());
                }
            }
        }
        System.out.println("main returns");
        System.out.flush();
    }

    String work(String key) {
        return "worked on " + key;
    }
}
