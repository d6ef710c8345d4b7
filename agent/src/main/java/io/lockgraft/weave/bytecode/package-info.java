/** The woven class file: the calls around a body, its monitor inside of the lock, or a throw in its place. */
package io.lockgraft.weave.bytecode;
