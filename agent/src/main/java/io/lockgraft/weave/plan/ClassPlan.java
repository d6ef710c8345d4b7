package io.lockgraft.weave.plan;

import io.lockgraft.type.TypeShape;
import java.util.List;

/** What is to be done to one class. */
public final class ClassPlan {
    private final TypeShape type;
    private final List<MethodPlan> methods;

    public ClassPlan(TypeShape type, List<MethodPlan> methods) {
        this.type = type;
        this.methods = methods;
    }

    public TypeShape type() {
        return type;
    }

    public List<MethodPlan> methods() {
        return methods;
    }

    /** The plan for a method, or null where it is left as it is. */
    public MethodPlan find(String name, String descriptor) {
        for (MethodPlan method : methods) {
            if (method.is(name, descriptor)) {
                return method;
            }
        }
        return null;
    }

    /** Whether any method passes its result on. */
    public boolean passesResults() {
        for (MethodPlan method : methods) {
            if (method.passesResult()) {
                return true;
            }
        }
        return false;
    }

    /** How many rules the method with the most of them has. */
    public int layers() {
        int most = 0;
        for (MethodPlan method : methods) {
            most = Math.max(most, method.layers());
        }
        return most;
    }
}
