package io.lockgraft.benchmarks.scenario;

import java.util.List;

/** All scenarios, in the order of the first page. */
public final class Scenarios {
    private Scenarios() {}

    public static List<Scenario> all() {
        return List.of(
                new AgentAlone(),
                new OneCall(),
                new Uncontended(),
                new OneKeyAgain(),
                new HotKey(),
                new Limits(),
                new ManyKeys(),
                new ManyKeysOfVirtualThreads(),
                new SeveralKeys(),
                new ReadersAndWriters(),
                Growth.ofThreads(),
                Growth.ofJvms(),
                Growth.ofKeys(),
                Growth.ofRoundTrips(),
                new GrowthOfRules(),
                new GrowthOfClasses(),
                new StartUp(),
                new ClassArchive(),
                new Footprints(),
                new Commands(),
                new CommandsAtRest(),
                new ServerLimits(),
                new Profiles());
    }
}
