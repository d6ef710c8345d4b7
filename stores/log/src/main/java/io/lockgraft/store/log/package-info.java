/** Leads the log lines of the libraries that stores bring along into the log of the agent. */
package io.lockgraft.store.log;
