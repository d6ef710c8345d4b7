/** Locks of the JVMs of one host: in memory among the calls of a JVM, and by locks on bytes of a file among JVMs. */
package io.lockgraft.store.file;
