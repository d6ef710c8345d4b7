/** Locks of one process: which keys are held and waited for. The file store adds what keeps other processes out. */
package io.lockgraft.store.memory;
