/** {@code check --connect}: the stores of a rules file are opened and asked. */
package io.lockgraft.cli.connect;
