package io.lockgraft.store.compound;

/** Why a member's grant does not count, in one line for a person. */
final class NoVoteException extends Exception {
    private static final long serialVersionUID = 1L;

    /** Whether asking again cannot help. */
    final boolean isLasting;

    private NoVoteException(String message, boolean isLasting) {
        super(message, null, false, false);
        this.isLasting = isLasting;
    }

    static NoVoteException forNow(String message) {
        return new NoVoteException(message, false);
    }

    static NoVoteException forGood(String message) {
        return new NoVoteException(message, true);
    }
}
