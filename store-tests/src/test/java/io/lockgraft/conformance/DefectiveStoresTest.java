package io.lockgraft.conformance;

import static io.lockgraft.spi.LockKind.EXCLUSIVE;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;

import io.lockgraft.spi.LockStore;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.awaitility.core.ConditionTimeoutException;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A test of the conformance suite fails on each store that has one of these faults, and passes on the store without it.
 * This is the table of the faults that the suite is known to find.
 */
@Execution(ExecutionMode.CONCURRENT)
final class DefectiveStoresTest {
    static Stream<Red<?>> faults() {
        return Stream.of(
                red(OwnerFaults.AlwaysGrants::new, StoreConformance::aHeldKeyIsBusyForEverybodyElse, "the other JVM"),
                red(
                        OwnerFaults.TheNumberIsTheOwner::new,
                        StoreConformance::aHeldKeyIsBusyForEverybodyElse,
                        "the other JVM"),
                red(
                        OwnerFaults.ReleasesWhatAnotherHas::new,
                        StoreConformance::aSecondReleaseSaysThatTheKeyWasNotOurs,
                        "what the other holds"),
                red(
                        OwnerFaults.KeepsALateGrant::new,
                        SilenceConformance::anAttemptAbandonedWhileTheStoreIsSilentLeavesNothing,
                        "not fulfilled within"),
                red(
                        LossFaults.NeverTellsALoss::new,
                        on -> on.aLockOfAnyKindThatWasTakenAwayIsFoundLost(EXCLUSIVE),
                        "not expected: [true]"),
                red(
                        LossFaults.NeverTellsALoss::new,
                        KindConformance::aLeaseOfAnyKindEndsWhereItIsNotRenewed,
                        "not expected: [true]"),
                red(
                        LossFaults.TellsALossThatIsNone::new,
                        KindConformance::aLeaseOfAnyKindGoesOnWhereItIsRenewed,
                        "which is held"),
                red(
                        LossFaults.EndsWithTheLeaseOfTheFirstGrant::new,
                        TimeConformance::anOwnerThatAskedAgainKeepsItsLockBeyondTheLeaseOfItsFirstGrant,
                        "[renewed]"),
                red(
                        LossFaults.TakesAnewWhatWasLost::new,
                        on -> on.aLockOfAnyKindThatWasTakenAwayIsFoundLost(EXCLUSIVE),
                        "not expected: [true]"),
                red(
                        TimeFaults.SentWhenItWasAnswered::new,
                        TimeConformance::aGrantCountsFromItsQuestionNotFromTheAnswer,
                        "was sent before it was answered"),
                red(
                        TimeFaults.RenewedWhenItWasAnswered::new,
                        TimeConformance::aRenewalCountsFromItsQuestionNotFromTheAnswer,
                        "counts from before its answer"),
                red(
                        TimeFaults.GrantsHalfOfWhatItTells::new,
                        TimeConformance::aLockIsHeldForAllOfTheLeaseThatItsGrantTells,
                        "until the next one had"),
                red(
                        TokenFaults.EachJvmCountsForItself::new,
                        TokenConformance::fenceTokensOnlyGrow,
                        "to be greater than: 1L"),
                red(
                        TokenFaults.TellsATokenBeforeItIsStored::new,
                        TokenConformance::whoGetsALockThatAnotherHasLostHasAGreaterTokenThanAllOfThose,
                        "to be greater than: 65L"),
                red(
                        TokenFaults.CountsAnewForAKeyThatWasFree::new,
                        TokenConformance::fenceTokensOnlyGrow,
                        "to be greater than: 1L"),
                red(
                        TokenFaults.CountsAnewBehindALease::new,
                        TokenConformance::tokensGoOnBehindALeaseThatEndedAndAStoreThatWasClosed,
                        "behind the end of a lease"),
                red(
                        TokenFaults.CountsAnewBehindAStore::new,
                        TokenConformance::tokensGoOnBehindALeaseThatEndedAndAStoreThatWasClosed,
                        "behind the end of a store"),
                ofSessions(
                        SessionFaults.IgnoresTheEnd::new,
                        SessionConformance::aSessionThatTheServerEndsIsTheLossOfEachOfItsGrants,
                        "told lost"),
                ofSessions(
                        SessionFaults.TellsOneGrantAlone::new,
                        SessionConformance::aSessionThatTheServerEndsIsTheLossOfEachOfItsGrants,
                        "told lost"),
                ofSessions(
                        SessionFaults.KeepsEntriesBehindTheirSession::new,
                        SessionConformance::aSessionThatTheServerEndsIsTheLossOfEachOfItsGrants,
                        "a grant; busy: true"),
                ofSessions(
                        SessionFaults.ReplacesItsSession::new,
                        SessionConformance::aSessionThatEndsUnseenIsNotReplacedUnderItsGrants,
                        "told lost"),
                ofSessions(
                        SessionFaults.EndsItsWaitsWithTheSession::new,
                        SessionConformance::aWaitGoesOnInAnotherSession,
                        "one session is enough"),
                ofSessions(
                        SessionFaults.TellsALossTooLate::new,
                        SessionConformance::aLockIsToldLostBeforeTheServerFreesItForAnother,
                        "the loss was told before"),
                ofSessions(
                        SessionFaults.GivesUpWhatIsSilent::new,
                        SessionConformance::aCutThatIsShorterThanTheLeaseLosesNothing,
                        "is unknown"),
                ofSessions(
                        SessionFaults.LeavesItsSessionWhenItCloses::new,
                        SessionConformance::aStoreThatIsClosedFreesItsLocksAtOnce,
                        "the next one's grant"),
                ofSessions(
                        SessionFaults.WaitsOnWhenTheJvmEnds::new,
                        SessionConformance::aJvmThatEndsGivesBackTheKeysThatItWaitsForAndNotThoseThatItHas,
                        "what is left of the wait"),
                ofSessions(
                        SessionFaults.AnswersWaitsWhenTheJvmEnds::new,
                        SessionConformance::aJvmThatEndsGivesBackTheKeysThatItWaitsForAndNotThoseThatItHas,
                        "an answer to what waited"));
    }

    /** @param says a part of what the test says then */
    private static Red<StoreConformance> red(Supplier<OnDamagedStore> fault, Test<StoreConformance> test, String says) {
        return new Red<>(fault.get(), new Sound(), test, says);
    }

    private static Red<SessionConformance> ofSessions(
            Supplier<OnServedStore> fault, Test<SessionConformance> test, String says) {
        return new Red<>(fault.get(), new OnServedStore(), test, says);
    }

    /** A test of the suite. */
    private interface Test<S> {
        void run(S on) throws Exception;
    }

    /** A fault, and the test that fails on it. */
    private static final class Red<S extends ConformanceGround> {
        private final S fault;
        private final S sound;
        private final Test<S> test;
        private final String says;

        Red(S fault, S sound, Test<S> test, String says) {
            this.fault = fault;
            this.sound = sound;
            this.test = test;
            this.says = says;
        }

        /** As the suite does it. */
        void run(S on) throws Exception {
            on.openBoth();
            try {
                test.run(on);
            } finally {
                on.closeBoth();
            }
        }

        @Override
        public String toString() {
            return fault.getClass().getSimpleName();
        }
    }

    /** The store in memory without a fault. */
    private static final class Sound extends OnDamagedStore {
        @Override
        LockStore damaged(LockStore sound) {
            return new DamagedStore(sound);
        }
    }

    @ParameterizedTest
    @MethodSource("faults")
    <S extends ConformanceGround> void aTestOfTheSuiteIsRedOnAStoreThatIsDefective(Red<S> red) {
        assertThatThrownBy(() -> red.run(red.fault))
                .isInstanceOfAny(AssertionError.class, ConditionTimeoutException.class)
                .extracting(Throwable::getMessage, STRING)
                .containsIgnoringWhitespaces(red.says);
    }

    @ParameterizedTest
    @MethodSource("faults")
    <S extends ConformanceGround> void theSameTestIsGreenOnTheStoreWithoutTheFault(Red<S> red) {
        assertThatCode(() -> red.run(red.sound)).doesNotThrowAnyException();
    }
}
