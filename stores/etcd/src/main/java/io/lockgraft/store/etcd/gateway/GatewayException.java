package io.lockgraft.store.etcd.gateway;

import java.io.IOException;

/** etcd has answered that it did not do what it was asked for. */
public final class GatewayException extends IOException {
    private static final long serialVersionUID = 1L;

    /** The codes of gRPC. */
    private static final int NOT_FOUND = 5;

    private static final int PERMISSION_DENIED = 7;

    private static final int UNAUTHENTICATED = 16;

    private final int code;

    public GatewayException(int code, String message) {
        super(message);
        this.code = code;
    }

    public boolean isNoLease() {
        return code == NOT_FOUND && getMessage().contains("lease not found");
    }

    /** The login is over: etcd has forgotten it, or its users have changed. */
    public boolean isOldLogin() {
        return code == UNAUTHENTICATED
                || getMessage().contains("invalid auth token")
                || getMessage().contains("revision of auth store is old");
    }

    /** Authentication is on, and no login came with the request. */
    public boolean isNoLogin() {
        return getMessage().contains("user name is empty");
    }

    public boolean isWrongPassword() {
        return getMessage().contains("authentication failed");
    }

    public boolean isDenied() {
        return code == PERMISSION_DENIED || getMessage().contains("permission denied");
    }

    public boolean isFull() {
        return getMessage().contains("database space exceeded");
    }
}
