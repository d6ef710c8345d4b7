/** What agents cost while an application starts. */
package io.lockgraft.benchmarks.start;
