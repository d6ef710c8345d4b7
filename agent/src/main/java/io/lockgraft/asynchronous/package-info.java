/** Results that a method returns before its work is done: which types they are, and when they are completed. */
package io.lockgraft.asynchronous;
