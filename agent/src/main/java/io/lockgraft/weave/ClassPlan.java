package io.lockgraft.weave;

import io.lockgraft.language.type.TypeShape;
import java.util.List;

/** What is to be done to one class. */
final class ClassPlan {
    private final TypeShape type;
    private final List<MethodPlan> methods;

    ClassPlan(TypeShape type, List<MethodPlan> methods) {
        this.type = type;
        this.methods = methods;
    }

    TypeShape type() {
        return type;
    }

    List<MethodPlan> methods() {
        return methods;
    }

    /** The plan for a method, or null where it is left as it is. */
    MethodPlan find(String name, String descriptor) {
        for (MethodPlan method : methods) {
            if (method.is(name, descriptor)) {
                return method;
            }
        }
        return null;
    }

    /** Whether any method passes its result on. */
    boolean passesResults() {
        for (MethodPlan method : methods) {
            if (method.passesResult()) {
                return true;
            }
        }
        return false;
    }

    /** How many rules the method with the most of them has. */
    int layers() {
        int most = 0;
        for (MethodPlan method : methods) {
            most = Math.max(most, method.layers());
        }
        return most;
    }
}
