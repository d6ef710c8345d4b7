package io.lockgraft.weave;

import io.lockgraft.bootstrap.Guard;
import io.lockgraft.bootstrap.LockGate;
import io.lockgraft.bootstrap.Substitute;
import io.lockgraft.bootstrap.Token;
import io.lockgraft.engine.later.Watch;
import io.lockgraft.language.type.MethodShape;
import io.lockgraft.language.type.TypeSource;
import io.lockgraft.rules.Rule;
import io.lockgraft.spi.settings.Problem;
import io.lockgraft.weave.plan.SiteRegister;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Stands where the lock engine will be, and writes down what woven code tells it. */
final class RecordingGate implements Guard, SiteRegister {
    final List<String> calls = new CopyOnWriteArrayList<>();
    final List<Object[]> arguments = new CopyOnWriteArrayList<>();
    /** The names of the rules of each woven method, the outermost first. */
    final Map<Integer, String> rules = Collections.synchronizedMap(new HashMap<>());

    final List<String> refused = new CopyOnWriteArrayList<>();
    final List<Problem> misfits = new ArrayList<>();

    /** What enter answers, or throws by being a Throwable; by the rule's name. */
    Function<String, Object> answer = rule -> "token of " + rule;

    /** Run with each rule that is checked against a method. */
    Consumer<Rule> checking = rule -> {};

    /** Not null: what exit throws where the body has thrown nothing. */
    RuntimeException lost;

    RecordingGate() {
        LockGate.open(this);
    }

    @Override
    public Token enter(int method, Object self, Object[] args) throws Throwable {
        String rule = rules.get(method);
        calls.add("enter " + rule);
        arguments.add(args);
        Object given = answer.apply(rule);
        if (given instanceof Throwable) {
            throw (Throwable) given;
        }
        return given instanceof Substitute ? (Substitute) given : new Recorded(String.valueOf(given));
    }

    @Override
    public Token enter(String rule, String form, Object argument, ClassLoader loader) {
        throw new UnsupportedOperationException("no program asks this gate");
    }

    /** Results that were shown to the gate. */
    final List<Object> results = new CopyOnWriteArrayList<>();

    /** What the caller gets in place of a result. */
    Function<Object, Object> result = returned -> returned;

    private final class Recorded implements Token {
        private final String name;

        Recorded(String name) {
            this.name = name;
        }

        @Override
        public Object exit(Object returned, Throwable thrown) {
            results.add(String.valueOf(returned));
            calls.add("exit " + name
                    + (thrown == null ? "" : " " + thrown.getClass().getSimpleName()));
            if (lost != null && thrown == null) {
                throw lost;
            }
            return result.apply(returned);
        }
    }

    @Override
    public List<Problem> check(Rule rule, MethodShape method, TypeSource types) {
        checking.accept(rule);
        return misfits;
    }

    @Override
    public synchronized int put(
            MethodShape method, ClassLoader loader, List<Watch> watches, Map<Rule, String> refusals) {
        int number = 100_000 + rules.size();
        rules.put(number, refusals.keySet().stream().map(Rule::name).collect(Collectors.joining(", ")));
        refusals.values().stream().filter(Objects::nonNull).forEach(refused::add);
        return number;
    }

    List<Object> lastArguments() {
        return Arrays.asList(arguments.get(arguments.size() - 1));
    }
}
