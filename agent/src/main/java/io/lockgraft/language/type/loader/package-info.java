/** Finds the class files and the loaded classes that a class loader sees. No loader is kept from being unloaded. */
package io.lockgraft.language.type.loader;
