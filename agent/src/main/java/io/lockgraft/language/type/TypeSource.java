package io.lockgraft.language.type;

/** A source of the shapes of classes: class files of a loader or a class path, or classes already loaded. */
public interface TypeSource {
    /**
     * The shape of the class with this binary name ({@code com.shop.Cart$Line}), or null where it cannot be found.
     * Never loads or initialises a class of the application.
     */
    TypeShape find(String name);
}
