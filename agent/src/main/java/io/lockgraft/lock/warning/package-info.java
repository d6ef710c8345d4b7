/** What is told of a method that is locked all the same: its lock ends before its work, or is waited for in a monitor. */
package io.lockgraft.lock.warning;
