/** Where the bundled libraries log to: slf4j's side of the agent's own log. */
package io.lockgraft.store.redis.log;
