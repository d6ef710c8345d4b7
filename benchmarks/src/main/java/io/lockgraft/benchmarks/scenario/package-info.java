/** What is measured, one class for each question. */
package io.lockgraft.benchmarks.scenario;
