/** {@code locks} and {@code unlock} of a rules file: who holds a key is asked of the stores themselves. */
package io.lockgraft.cli.held;
