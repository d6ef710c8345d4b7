/** From measured values to pages and charts. */
package io.lockgraft.benchmarks.report;
