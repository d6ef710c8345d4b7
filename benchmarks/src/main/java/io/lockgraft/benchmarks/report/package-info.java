/** From measured values to the page and its charts. */
package io.lockgraft.benchmarks.report;
