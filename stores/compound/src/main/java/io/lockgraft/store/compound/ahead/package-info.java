/** A store where calls wait, ahead of the one that decides. */
package io.lockgraft.store.compound.ahead;
