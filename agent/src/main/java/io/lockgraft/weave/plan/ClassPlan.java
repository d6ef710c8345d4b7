package io.lockgraft.weave.plan;

import io.lockgraft.language.type.TypeShape;
import io.lockgraft.language.type.loader.LoaderTypes;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/** What is to be done to one class. Methods are found by {@link MethodPlan#key}. */
public final class ClassPlan {
    public final TypeShape type;
    final LoaderTypes types;
    final String obstacle;
    private final Map<String, MethodPlan> methods = new LinkedHashMap<>();
    private final Set<String> barred = new HashSet<>(0);

    /**
     * @param types the class and all that its loader can see
     * @param obstacle why no method of the class can call the gate; null where all can
     */
    ClassPlan(TypeShape type, LoaderTypes types, String obstacle) {
        this.type = type;
        this.types = types;
        this.obstacle = obstacle;
    }

    /** Those whose code calls the gate. */
    public Collection<MethodPlan> methods() {
        return methods.values();
    }

    void add(MethodPlan method) {
        methods.put(method.key(), method);
    }

    /** Those that must not run, for a rule that means them cannot be applied. */
    public Set<String> barred() {
        return barred;
    }

    /** What the barred methods throw. */
    public String toldByBarred() {
        return "Lockgraft: this method is named by a rule and cannot be locked"
                + (obstacle == null ? "; see the log of the start" : ": " + obstacle);
    }

    /** The plan for a method, or null where it is left as it is. */
    public MethodPlan find(String key) {
        return methods.get(key);
    }
}
