/** The Lua scripts, their keys and arguments, and their answers. */
package io.lockgraft.store.redis.script;
