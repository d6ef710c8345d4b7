package io.lockgraft.language.expression;

import io.lockgraft.language.expression.handle.Access;
import io.lockgraft.language.expression.member.BindException;
import io.lockgraft.language.expression.value.MissingPartException;
import io.lockgraft.language.type.MethodShape;
import io.lockgraft.language.type.loader.LoadedTypes;
import io.lockgraft.spi.text.SyntaxException;
import io.lockgraft.testing.ClassFile;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/** One method of a test class, by its name: templates and conditions are bound to it and tried. */
final class Bound {
    private final Class<?> owner;
    private final Object self;
    private final MethodShape shape;

    private Bound(Class<?> owner, Object self, MethodShape shape) {
        this.owner = owner;
        this.self = self;
        this.shape = shape;
    }

    static Bound to(Object self, String method) {
        return new Bound(self.getClass(), self, LoadedTypes.shape(find(self.getClass(), method)));
    }

    /** With all that the class file tells, as the weaver has it. */
    static Bound inClassFile(Object self, String method) {
        return new Bound(self.getClass(), self, ClassFile.method(self.getClass(), method));
    }

    static Bound toStatic(Class<?> owner, String method) {
        return new Bound(owner, null, LoadedTypes.shape(find(owner, method)));
    }

    /** As if the class had been compiled without -g and -parameters. */
    Bound withoutNames() {
        return new Bound(
                owner,
                self,
                new MethodShape(
                        shape.owner(),
                        shape.name(),
                        shape.descriptor(),
                        shape.modifiers(),
                        Collections.emptyList(),
                        shape.exceptions(),
                        shape.annotations(),
                        shape.signature(),
                        shape.ownerAnnotations(),
                        shape.defaultValue()));
    }

    private static Method find(Class<?> owner, String name) {
        return Arrays.stream(owner.getDeclaredMethods())
                .filter(each -> each.getName().equals(name) && !each.isSynthetic())
                .findFirst()
                .orElseThrow();
    }

    MethodShape shape() {
        return shape;
    }

    Class<?> owner() {
        return owner;
    }

    List<String> problems(String template) throws SyntaxException {
        return Template.parse(template).check(shape, LoadedTypes.of(owner));
    }

    List<String> conditionProblems(String condition) throws SyntaxException {
        return Condition.parse(condition).check(shape, LoadedTypes.of(owner));
    }

    BoundTemplate template(String template) throws SyntaxException, BindException {
        return Template.parse(template).bind(owner, shape, Access.NONE);
    }

    String key(String template, Object... arguments) throws SyntaxException, BindException, MissingPartException {
        return template(template).key(self, arguments);
    }

    List<String> keys(String template, Object... arguments)
            throws SyntaxException, BindException, MissingPartException {
        return template(template).keys(self, arguments);
    }

    String message(String template, Object... arguments) throws SyntaxException, BindException {
        return Template.parseMessage(template).bind(owner, shape, Access.NONE).message(self, arguments);
    }

    boolean holds(String condition, Object... arguments) throws SyntaxException, BindException {
        return Condition.parse(condition).bind(owner, shape, Access.NONE).holds(self, arguments);
    }
}
