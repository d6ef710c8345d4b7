/** Stores of other authors: their jars, each in a loader of its own. Runs before main. */
package io.lockgraft.extension;
