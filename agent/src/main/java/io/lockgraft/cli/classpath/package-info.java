/**
 * The application's class files: archives, where each class lies in them, and what is read of one without loading it.
 */
package io.lockgraft.cli.classpath;
