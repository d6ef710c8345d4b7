package io.lockgraft.manage;

import java.util.Collections;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;

/** What happened under one rule, counted since the start of the JVM. */
public final class Counters {
    /** What is counted. */
    public enum Event {
        /** A call got its lock from the store, and its body began. */
        ENTERED,
        /** A call ran under the hold that its thread had already. */
        NESTED,
        /** A hold ended, and the next call of this JVM got its lease, or was offered it. */
        HANDED_OVER,
        /** A hold ended, and its lease stayed in this JVM although no call waited. */
        LINGERED,
        /** A hold ended, and its lease went back to the store. */
        RELEASED,
        /** A hold ended that shared its lease with others, which keep it. */
        LEFT_SHARED,
        /** A call ran without the lock, because the rule's {@code when} was false. */
        NOT_ASKED,
        BUSY,
        UNAVAILABLE,
        INTERRUPTED,
        MISSING_KEY,
        /** A call ran without the lock, because an outcome said proceed, or its rule fails open. */
        PROCEEDED,
        /** A call ran under the gate of its JVM alone, because its store could not say and the rule says local. */
        LOCAL,
        /** A call that the rule names, but cannot be applied to. */
        REFUSED,
        /** A call whose transaction or result could not be followed: its lock ended with its method. */
        NOT_FOLLOWED,
        /** A lock was lost while its method ran or while it lingered, or was found lost when it was released. */
        LOST,
        /** A release that the store did not confirm at once; it goes on trying. */
        RELEASED_LATE,
        /** A method held its lock for longer than {@code hold.atMost}. */
        EXCEEDED,
        /** A lock that was given back then while its method ran on: onExceeded says release. */
        RELEASED_EARLY,
        /** A method that we interrupted, because onLost or onExceeded says interrupt. */
        BODY_INTERRUPTED;

        /** As the report writes it: {@code missingKey}. */
        public String word() {
            StringBuilder word = new StringBuilder();
            for (String part : name().toLowerCase(Locale.ROOT).split("_")) {
                word.append(word.length() == 0 ? part : Character.toUpperCase(part.charAt(0)) + part.substring(1));
            }
            return word.toString();
        }
    }

    /** What a call gets, one of these for each; two for one that runs under the lock of its JVM alone. */
    public static final Set<Event> OUTCOMES = Collections.unmodifiableSet(EnumSet.of(
            Event.ENTERED,
            Event.NESTED,
            Event.NOT_ASKED,
            Event.BUSY,
            Event.UNAVAILABLE,
            Event.INTERRUPTED,
            Event.MISSING_KEY,
            Event.REFUSED));

    /** How a call that entered has ended, one of these for each. */
    public static final Set<Event> ENDS = Collections.unmodifiableSet(
            EnumSet.of(Event.HANDED_OVER, Event.LINGERED, Event.RELEASED, Event.LEFT_SHARED, Event.RELEASED_EARLY));

    private final LongAdder[] counts = new LongAdder[Event.values().length];
    private final LongSupplier entered;
    private final LongSupplier handedOver;

    /**
     * @param entered counts {@link Event#ENTERED}, together with how long each of these calls has waited
     * @param handedOver counts {@link Event#HANDED_OVER}, together with how long each of these calls held its lock
     */
    public Counters(LongSupplier entered, LongSupplier handedOver) {
        this.entered = entered;
        this.handedOver = handedOver;
        for (int i = 0; i < counts.length; i++) {
            counts[i] = new LongAdder();
        }
    }

    /** Counts any of them but {@link Event#ENTERED} and {@link Event#HANDED_OVER}. */
    public void count(Event event) {
        counts[event.ordinal()].increment();
    }

    public long of(Event event) {
        switch (event) {
            case ENTERED:
                return entered.getAsLong();
            case HANDED_OVER:
                return handedOver.getAsLong();
            default:
                return counts[event.ordinal()].sum();
        }
    }

    /** All counts, zeros too, in the order of the events, by their words. */
    public Map<String, Long> all() {
        Map<String, Long> all = new LinkedHashMap<>();
        for (Event event : Event.values()) {
            all.put(event.word(), of(event));
        }
        return all;
    }
}
