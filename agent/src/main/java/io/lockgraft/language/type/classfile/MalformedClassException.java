package io.lockgraft.language.type.classfile;

/** A class file that cannot be read: cut off, damaged, or newer than this version of the agent knows. */
public final class MalformedClassException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public MalformedClassException(String message, Throwable cause) {
        super(message, cause);
    }
}
