package com.example.app;

import java.lang.reflect.Method;
import java.lang.reflect.Parameter;
import java.util.TreeSet;

/** What reflection tells an application of its parameters, as a web framework asks for it. */
final class ParameterNames {
    private ParameterNames() {}

    static String of(Class<?> type) {
        TreeSet<String> names = new TreeSet<>();
        for (Method method : type.getDeclaredMethods()) {
            for (Parameter parameter : method.getParameters()) {
                names.add(method.getName() + ' ' + parameter.getName());
            }
        }
        return "names: " + String.join(", ", names);
    }
}
