/** Makes one store of several: a lock is held while most of them have granted it. */
package io.lockgraft.store.compound;
