/** Makes rules of a file's tree, and reports every mistake in it. */
package io.lockgraft.rules.read;
