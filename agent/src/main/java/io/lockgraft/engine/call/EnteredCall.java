package io.lockgraft.engine.call;

import io.lockgraft.engine.fence.ToldToken;
import io.lockgraft.engine.hold.Hold;
import io.lockgraft.engine.later.CallExit;
import io.lockgraft.engine.later.OpenBodies;
import io.lockgraft.engine.site.Site;
import io.lockgraft.rules.Until;

/** Token of a call that runs under a hold. */
public final class EnteredCall implements CallToken {
    private final Hold hold;
    private final Until until;
    private final CallExit exit;
    private final ToldToken told;
    private final LaterLock later;
    private final OpenBodies among;

    /** The beginning of work whose hold was taken without a thread. */
    EnteredCall(Hold hold, CallExit exit) {
        this(hold, Until.WORK, exit, null, null, null);
    }

    /**
     * @param told null where the call has no fence token
     * @param later takes the lock each time that the result is called; or null
     * @param among the bodies that a commit asks for, where this is one of them; or null
     */
    EnteredCall(Hold hold, Until until, CallExit exit, ToldToken told, LaterLock later, OpenBodies among) {
        this.hold = hold;
        this.until = until;
        this.exit = exit;
        this.told = told;
        this.later = later;
        this.among = among;
    }

    /** For tests. */
    public Hold hold() {
        return hold;
    }

    @Override
    public CallToken enterMethod(CallEntry entry, Site site, Object self, Object[] arguments) throws Throwable {
        if (!hold.enterBody()) {
            return null;
        }
        if (!hold.isGood()) {
            exit.release(hold);
            return null;
        }
        // What the call ahead returns is guarded there.
        return entry.begin(site, entry.bound(site), hold, null, self, arguments);
    }

    /**
     * The body's own result or exception reaches the caller whatever goes wrong in here. The one exception is a lost
     * lock whose rule says that the caller shall not trust the result.
     */
    @Override
    public Object exit(Object returned, Throwable thrown) {
        takeBack();
        exit.end(hold, until, returned, thrown);
        return result(returned, thrown);
    }

    @Override
    public Object exitAhead(Object returned, Throwable thrown) {
        takeBack();
        exit.endAhead(hold, thrown);
        return result(returned, thrown);
    }

    private Object result(Object returned, Throwable thrown) {
        return later == null ? returned : later.exit(returned, thrown);
    }

    /** Takes back what the call left on its thread for the time of its body. */
    private void takeBack() {
        if (among != null) {
            among.end(hold);
        }
        if (told != null) {
            exit.takeBack(told, hold);
        }
    }
}
