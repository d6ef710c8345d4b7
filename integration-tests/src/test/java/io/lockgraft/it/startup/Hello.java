package io.lockgraft.it.startup;

/** Tells that main was reached. */
public final class Hello {
    private Hello() {}

    public static void main(String[] args) {
        System.out.print('.');
        System.out.flush();
    }
}
