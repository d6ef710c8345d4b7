/** Opens the stores of a rules file for a command: {@code check --connect}, {@code locks}, {@code unlock}. */
package io.lockgraft.cli.connect;
