package com.example.kinds;

import com.example.app.Eye;

/** A method of every kind that Java 8 can declare; each is called with a key of its own. */
public class Kinds implements Runnable, Greets {
    private final String version;

    public Kinds(String version) {
        this.version = version;
    }

    @Override
    public void run() {
        say(hidden(version + "-private"));
        say(packaged(version + "-packaged"));
        say(guarded(version + "-protected"));
        say(last(version + "-final"));
        say(fixed(version + "-static"));
        say(new Generic.Text().look(version + "-generic"));
        say(((Generic<String>) new Generic.Text()).look(version + "-bridge"));
        say(new Inner().look(version + "-inner"));
        say(new Nested().look(version + "-nested"));
        say(greet(version + "-default"));
        say(Greets.salute(version + "-interface-static"));
        say(Colour.RED.look(version + "-enum"));
        say(Colour.BLUE.look(version + "-enum-body"));
        say(monitor(version + "-synchronized"));
        say(wide(version + "-wide", 1L, 2.0, 3L));
        Looks anonymous = new Looks() {
            @Override
            public String look(String key) {
                return Eye.look(key);
            }
        };
        say(anonymous.look(version + "-anonymous"));
        try {
            fails(version + "-throws");
        } catch (IllegalStateException e) {
            say(e.getMessage());
        }
    }

    private String hidden(String key) {
        return Eye.look(key);
    }

    String packaged(String key) {
        return Eye.look(key);
    }

    protected String guarded(String key) {
        return Eye.look(key);
    }

    public final String last(String key) {
        return Eye.look(key);
    }

    static String fixed(String key) {
        return Eye.look(key);
    }

    synchronized String monitor(String key) {
        return Thread.holdsLock(this) ? Eye.look(key) : "without the monitor";
    }

    String wide(String key, long a, double b, long c) {
        for (int i = 0; i < 3; i++) {
            a += i;
        }
        return a + b + c == 9 ? Eye.look(key) : "wrong sum";
    }

    void fails(String key) {
        throw new IllegalStateException(Eye.look(key));
    }

    static void say(String text) {
        System.out.println(text);
    }

    class Inner {
        String look(String key) {
            return Eye.look(key);
        }
    }

    static class Nested {
        private String look(String key) {
            return Eye.look(key);
        }
    }
}
