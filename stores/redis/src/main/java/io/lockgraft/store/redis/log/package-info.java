/** Leads the log lines of Redisson and Netty into the log of the agent. */
package io.lockgraft.store.redis.log;
