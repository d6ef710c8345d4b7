package io.lockgraft.engine.event;

/** Hears what happens under all rules and to all stores, beside what counts and logs. */
public interface EngineListener {
    /** One that keeps nothing. */
    EngineListener NONE = new EngineListener() {
        @Override
        public RuleListener ofRule(String rule) {
            return new RuleListener() {
                @Override
                public boolean hearsEachCall() {
                    return false;
                }
            };
        }
    };

    /** Makes the listener of a rule; another one if the rule was read again and has another store. */
    RuleListener ofRule(String rule);

    /** Calls have found a store down. Called by one of them. */
    default void storeDown(StoreHealth store, Outage outage) {}

    /** A store is back. Called by the call that it has answered. */
    default void storeUp(StoreHealth store, Outage outage) {}
}
