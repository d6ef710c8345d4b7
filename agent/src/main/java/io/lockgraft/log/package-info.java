/** Where the lines of the agent's log go: a file, lines of JSON, the application's own slf4j. */
package io.lockgraft.log;
