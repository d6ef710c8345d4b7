package io.lockgraft.benchmarks;

import io.lockgraft.benchmarks.scenario.Scenario;
import io.lockgraft.benchmarks.scenario.size.ClassArchive;
import io.lockgraft.benchmarks.scenario.size.Footprints;
import io.lockgraft.benchmarks.scenario.size.GrowthOfClasses;
import io.lockgraft.benchmarks.scenario.size.GrowthOfRules;
import io.lockgraft.benchmarks.scenario.size.StartUp;
import io.lockgraft.benchmarks.scenario.speed.AgentAlone;
import io.lockgraft.benchmarks.scenario.speed.Asked;
import io.lockgraft.benchmarks.scenario.speed.Commands;
import io.lockgraft.benchmarks.scenario.speed.CommandsAtRest;
import io.lockgraft.benchmarks.scenario.speed.Growth;
import io.lockgraft.benchmarks.scenario.speed.HotKey;
import io.lockgraft.benchmarks.scenario.speed.Limits;
import io.lockgraft.benchmarks.scenario.speed.ManyKeys;
import io.lockgraft.benchmarks.scenario.speed.ManyKeysOfVirtualThreads;
import io.lockgraft.benchmarks.scenario.speed.OnStore;
import io.lockgraft.benchmarks.scenario.speed.OneCall;
import io.lockgraft.benchmarks.scenario.speed.OneKeyAgain;
import io.lockgraft.benchmarks.scenario.speed.Profiles;
import io.lockgraft.benchmarks.scenario.speed.ReadersAndWriters;
import io.lockgraft.benchmarks.scenario.speed.ServerLimits;
import io.lockgraft.benchmarks.scenario.speed.SeveralKeys;
import io.lockgraft.benchmarks.scenario.speed.Uncontended;
import java.util.ArrayList;
import java.util.List;

/** All scenarios, in the order of the first page. */
public final class Scenarios {
    private Scenarios() {}

    public static List<Scenario> all() {
        List<Scenario> all = new ArrayList<>(List.of(
                new AgentAlone(),
                new OneCall(),
                new Uncontended(),
                new OneKeyAgain(),
                new HotKey(),
                new Asked(),
                new Limits(),
                new ManyKeys(),
                new ManyKeysOfVirtualThreads(),
                new SeveralKeys(),
                new ReadersAndWriters()));
        all.addAll(OnStore.all());
        all.addAll(List.of(
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
                new Profiles()));
        return all;
    }
}
