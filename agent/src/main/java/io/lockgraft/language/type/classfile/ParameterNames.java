package io.lockgraft.language.type.classfile;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import net.bytebuddy.jar.asm.Label;
import net.bytebuddy.jar.asm.Type;

/** The parameter names of one method: as -parameters wrote them, else as the debug information has them. */
final class ParameterNames {
    private final Type[] arguments;
    private final int[] slots;
    private final List<String> declared = new ArrayList<>(0);
    private final String[] variables;
    private Label first;

    ParameterNames(boolean isStatic, Type[] arguments) {
        this.arguments = arguments;
        this.slots = new int[arguments.length];
        this.variables = new String[arguments.length];
        int slot = isStatic ? 0 : 1;
        for (int i = 0; i < slots.length; i++) {
            slots[i] = slot;
            // A long and a double take two.
            slot += arguments[i].getSize();
        }
    }

    void declared(String name) {
        declared.add(name);
    }

    /** Called for each label in the order of the code. */
    void label(Label label) {
        if (first == null) {
            first = label;
        }
    }

    /** A slot may be used again by a variable of the body; the parameter's own entry begins with the method. */
    void variable(String name, String descriptor, Label start, int slot) {
        int at = Arrays.binarySearch(slots, slot);
        if (at >= 0 && start == first && arguments[at].getDescriptor().equals(descriptor)) {
            variables[at] = name;
        }
    }

    List<String> list() {
        if (declared.size() == slots.length && !declared.contains(null)) {
            return Collections.unmodifiableList(declared);
        }
        List<String> names = Arrays.asList(variables);
        return names.contains(null) ? Collections.<String>emptyList() : Collections.unmodifiableList(names);
    }
}
