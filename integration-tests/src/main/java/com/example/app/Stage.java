package com.example.app;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;

/**
 * An application that does as it is told: reads one command a line from its standard input and answers on its standard
 * output, so that a test can set many JVMs where it wants them.
 *
 * <pre>
 * call ID CLASS.METHOD KEY   calls the method on a new thread; "body ID" when its body has begun, "end ID ..." when
 * over; the class is one of this package, or has its own
 * finish ID                  lets a body that waits go on
 * interrupt ID               interrupts the call's thread
 * stop ID                    ends the call's thread by Thread.stop, where the JDK still has it
 * stuck                      "stuck NAME NAME ...": threads that are in the agent's gate, or wait to get out of it
 * threads                    "threads NAME NAME ...": all that the JVM has
 * clock                      "clock MILLIS": what its wall clock says
 * </pre>
 */
public final class Stage {
    private static final Map<String, Call> CALLS = new ConcurrentHashMap<>();
    private static final Map<Class<?>, Object> OBJECTS = new ConcurrentHashMap<>();
    private static final ThreadLocal<Call> CURRENT = new ThreadLocal<>();

    private Stage() {}

    /** Arguments: none, or another application and its arguments, which is over before this one begins. */
    public static void main(String[] args) throws Exception {
        if (args.length > 0) {
            Class<?> first = Class.forName(Stage.class.getPackage().getName() + "." + args[0]);
            first.getMethod("main", String[].class).invoke(null, (Object) Arrays.copyOfRange(args, 1, args.length));
        }
        if (Integer.getInteger("shutdown.millis") != null) {
            Runtime.getRuntime().addShutdownHook(new Thread(Stage::shutDownSlowly, "shutdown"));
        }
        BufferedReader commands = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        say("ready");
        for (String line = commands.readLine(); line != null; line = commands.readLine()) {
            String[] words = line.split(" ", 4);
            if (words[0].equals("call")) {
                Call call = new Call(words[1], words[2], words[3]);
                CALLS.put(call.id, call);
                call.thread.start();
            } else if (words[0].equals("finish")) {
                CALLS.get(words[1]).finish.complete(null);
            } else if (words[0].equals("interrupt")) {
                CALLS.get(words[1]).thread.interrupt();
            } else if (words[0].equals("stop")) {
                stop(CALLS.get(words[1]).thread);
            } else if (words[0].equals("stuck")) {
                say("stuck " + String.join(" ", stuck()));
            } else if (words[0].equals("threads")) {
                say("threads " + String.join(" ", threads()));
            } else if (words[0].equals("clock")) {
                say("clock " + System.currentTimeMillis());
            } else {
                throw new IllegalArgumentException(line);
            }
        }
        // The test has closed the line: whatever still waits shall not keep the process.
        System.exit(0);
    }

    /** Said by every body of a play when it begins. */
    public static void body() {
        say("body " + CURRENT.get().id);
    }

    /** Waits until the test says that the body may go on. */
    public static void awaitFinish() throws InterruptedException {
        try {
            CURRENT.get().finish.get();
        } catch (java.util.concurrent.ExecutionException e) {
            throw new IllegalStateException(e);
        }
    }

    @SuppressWarnings({"deprecation", "removal"})
    private static void stop(Thread thread) {
        thread.stop();
    }

    private static List<String> stuck() {
        List<String> names = new ArrayList<>();
        for (Map.Entry<Thread, StackTraceElement[]> each :
                Thread.getAllStackTraces().entrySet()) {
            for (StackTraceElement frame : each.getValue()) {
                if (frame.getClassName().equals("io.lockgraft.bootstrap.LockGate")) {
                    names.add(each.getKey().getName());
                    break;
                }
            }
        }
        return names;
    }

    private static List<String> threads() {
        List<String> names = new ArrayList<>();
        for (Thread each : Thread.getAllStackTraces().keySet()) {
            names.add(each.getName().replace(' ', '_'));
        }
        return names;
    }

    /** What a line cannot hold is called by a name. */
    private static String argument(String key) {
        switch (key) {
            case "-null-":
                return null;
            case "-huge-":
                return new String(new char[1_000_000]).replace('\0', 'x');
            case "-binary-":
                return "\0\r\n\u0001\uD800{}\uFFFF\u00E9";
            default:
                return key;
        }
    }

    /** As an application does that finishes its work before it goes. */
    private static void shutDownSlowly() {
        try {
            Thread.sleep(Integer.getInteger("shutdown.millis"));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static synchronized void say(String line) {
        System.out.println(line);
        System.out.flush();
    }

    private static final class Call implements Runnable {
        private final String id;
        private final String method;
        private final String key;
        private final Thread thread = new Thread(this);
        private final CompletableFuture<Void> finish = new CompletableFuture<>();

        /** Of the call; of it, how long its thread waited for a processor, and all threads together. */
        private String time = "0\t0\t0";

        private Call(String id, String method, String key) {
            this.id = id;
            this.method = method;
            this.key = key;
            thread.setDaemon(true);
        }

        @Override
        public void run() {
            CURRENT.set(this);
            String outcome;
            try {
                outcome = "returned\t" + text(invoke());
            } catch (Throwable t) {
                outcome = "threw\t" + t.getClass().getName() + "\t" + t.getMessage() + "\t" + t.getCause() + "\t"
                        + trace(t);
            }
            String flag = Thread.currentThread().isInterrupted() ? "interrupted" : "-";
            say("end " + id + "\t" + time + "\t" + flag + "\t"
                    + outcome.replace("\r", "").replace('\n', '\u0001'));
        }

        private Object invoke() throws Throwable {
            int dot = method.lastIndexOf('.');
            String name = method.substring(0, dot);
            Class<?> type = Class.forName(
                    name.contains(".") ? name : Stage.class.getPackage().getName() + "." + name);
            Method target = find(type, method.substring(dot + 1));
            target.setAccessible(true);
            Object self = Modifier.isStatic(target.getModifiers()) ? null : instance(type);
            RunQueue queue = new RunQueue();
            // From here on: that a class is loaded, and woven, is not the call's doing.
            long start = System.nanoTime();
            try {
                return target.invoke(self, argument(key));
            } catch (InvocationTargetException e) {
                throw e.getCause();
            } finally {
                long took = System.nanoTime() - start;
                long waited = queue.ofThread();
                time = millis(took) + "\t" + millis(waited) + "\t" + millis(queue.ofAll());
            }
        }

        private static long millis(long nanos) {
            return nanos / 1_000_000;
        }

        /** One object of each class, so that calls meet at its monitor. */
        private static Object instance(Class<?> type) {
            return OBJECTS.computeIfAbsent(type, unused -> {
                try {
                    return type.getDeclaredConstructor().newInstance();
                } catch (ReflectiveOperationException e) {
                    throw new IllegalStateException(e);
                }
            });
        }

        private static Method find(Class<?> type, String name) {
            for (Class<?> c = type; c != null; c = c.getSuperclass()) {
                for (Method candidate : c.getDeclaredMethods()) {
                    if (candidate.getName().equals(name)
                            && candidate.getParameterTypes().length == 1
                            && !candidate.isSynthetic()) {
                        return candidate;
                    }
                }
            }
            throw new IllegalArgumentException(type.getName() + " has no " + name);
        }

        private static String text(Object result) {
            if (result instanceof CompletableFuture) {
                CompletableFuture<?> future = (CompletableFuture<?>) result;
                if (!future.isDone()) {
                    return "unfinished future";
                }
                try {
                    return "future of " + future.get();
                } catch (java.util.concurrent.ExecutionException e) {
                    return "failed future of " + e.getCause().getClass().getName();
                } catch (InterruptedException e) {
                    return "interrupted";
                }
            }
            if (result instanceof Optional) {
                return result.toString();
            }
            return result + (result == null ? "" : " " + result.getClass().getSimpleName());
        }

        private static String trace(Throwable t) {
            StringWriter text = new StringWriter();
            t.printStackTrace(new PrintWriter(text, true));
            // A StackOverflowError's trace is long, and says nothing after the first lines.
            return text.toString()
                    .replace('\t', ' ')
                    .substring(0, Math.min(text.toString().length(), 4000));
        }
    }
}
