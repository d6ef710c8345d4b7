/** The commands that ask a running JVM, by its mailbox. */
package io.lockgraft.cli.ask;
