package io.lockgraft.manage.meter;

/** A store that is up or down as a test says. */
public final class AskedStore implements StoreState {
    private volatile double downSeconds = -1;

    /** Is down for so long already. */
    public void isDownFor(double seconds) {
        downSeconds = seconds;
    }

    public void isBack() {
        downSeconds = -1;
    }

    @Override
    public String id() {
        return "";
    }

    @Override
    public boolean isUp() {
        return downSeconds < 0;
    }

    @Override
    public double downSeconds() {
        return Math.max(0, downSeconds);
    }

    @Override
    public String why() {
        return isUp() ? "" : "it says secret things";
    }
}
