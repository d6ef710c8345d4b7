package io.lockgraft.weave.bytecode;

import io.lockgraft.bootstrap.LockGate;
import io.lockgraft.bootstrap.Substitute;
import io.lockgraft.bootstrap.Token;
import net.bytebuddy.asm.Advice;
import net.bytebuddy.implementation.bytecode.assign.Assigner;

/**
 * What is copied into each woven method: a call before the body and a call after it. Never run here.
 *
 * <p>There is no {@code suppress}: what the gate throws must reach the caller, for the body has not run. No constant is
 * younger than Java 1.4 knows, so that it can be copied into classes of every age.
 */
@SuppressWarnings("unused")
final class LockAdvice {
    private LockAdvice() {}

    @Advice.OnMethodEnter(skipOn = Substitute.class)
    static Token enter(
            @MethodNumber int method,
            @Advice.This(optional = true) Object self,
            @Advice.AllArguments Object[] arguments)
            throws Throwable {
        return LockGate.enter(method, self, arguments);
    }

    /** The returned value is written, never read, unless the body was replaced: no result is boxed. */
    @Advice.OnMethodExit(onThrowable = Throwable.class)
    static void exit(
            @Advice.Enter Token token,
            @Advice.Thrown Throwable thrown,
            @Advice.Return(readOnly = false, typing = Assigner.Typing.DYNAMIC) Object returned)
            throws Throwable {
        if (token instanceof Substitute) {
            returned = ((Substitute) token).value();
        } else {
            LockGate.exit(token, null, thrown);
        }
    }
}
