package io.lockgraft.agent;

import io.lockgraft.backend.redis.RedisBackend;
import io.lockgraft.bootstrap.LockGate;
import io.lockgraft.expression.Access;
import io.lockgraft.lock.LockEngine;
import io.lockgraft.lock.Sites;
import io.lockgraft.report.Log;
import io.lockgraft.report.Version;
import io.lockgraft.rules.Environment;
import io.lockgraft.rules.Rules;
import io.lockgraft.rules.RulesException;
import io.lockgraft.rules.RulesFile;
import java.io.File;
import java.lang.instrument.Instrumentation;

/** Puts the agent together: reads the rules, opens the gate, begins to weave. Called once, by the bootstrap's Start. */
public final class Agent {
    private Agent() {}

    /**
     * Starts the agent. An IllegalStateException is a refusal, and its message is for the user; what a refusal means (an
     * exit, or a JVM that goes on) is the caller's to say.
     *
     * @param arguments what follows the = of -javaagent: the path of the rules file; or null
     */
    public static void start(String arguments, Instrumentation instrumentation, boolean attached) {
        Options options = new Options(Environment.PROCESS);
        Log.level(options.logLevel());
        SupportedJava.require(System.getProperty("java.specification.version"));
        String path = options.rules(arguments);
        if (path == null) {
            throw new IllegalStateException("no rules file is given. Use -javaagent:lockgraft.jar=rules.yaml,"
                    + " -Dlockgraft.rules=rules.yaml or LOCKGRAFT_RULES=rules.yaml");
        }
        Rules rules;
        try {
            rules = RulesFile.read(new File(path), options);
        } catch (RulesException e) {
            if (!options.failOpen()) {
                throw new IllegalStateException("its rules cannot be used.\n" + e.getMessage(), e);
            }
            Log.warn("The rules cannot be used. The application runs without locks, because failOpen says so.\n"
                    + e.getMessage());
            return;
        }
        BootDelegation.ask();
        Access access = ModuleAccess.by(instrumentation);
        Sites sites = new Sites();
        LockGate.open(new LockEngine(sites, () -> new RedisBackend(rules.redis()), access));
        Log.info("Lockgraft " + Version.text() + ": " + rules.file() + ", "
                + rules.rules().size()
                + (rules.rules().size() == 1 ? " rule" : " rules") + ", lock server " + rules.redis()
                + (attached ? "; attached to a running JVM, calls that are under way are not locked" : ""));
    }
}
