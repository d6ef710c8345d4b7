/**
 * What happens to the calls and the holds of a rule, counted and told on the log.
 */
package io.lockgraft.engine.event;
