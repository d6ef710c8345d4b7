/** Several stores of which all must grant, for a move from one to another. */
package io.lockgraft.store.compound.all;
