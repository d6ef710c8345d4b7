package io.lockgraft.weave.bytecode;

import io.lockgraft.bootstrap.LockGate;
import io.lockgraft.bootstrap.Substitute;
import io.lockgraft.bootstrap.Token;
import net.bytebuddy.asm.Advice;
import net.bytebuddy.implementation.bytecode.assign.Assigner;

/**
 * The end of {@link LockAdvice} for methods whose result may stand for work that goes on: the gate sees it, and may
 * replace it.
 */
@SuppressWarnings("unused")
final class ResultAdvice {
    private ResultAdvice() {}

    @Advice.OnMethodExit(onThrowable = Throwable.class)
    static void exit(
            @Advice.Enter Token token,
            @Advice.Thrown Throwable thrown,
            @Advice.Return(readOnly = false, typing = Assigner.Typing.DYNAMIC) Object returned)
            throws Throwable {
        if (token instanceof Substitute) {
            returned = ((Substitute) token).value();
        } else {
            returned = LockGate.exit(token, returned, thrown);
        }
    }
}
