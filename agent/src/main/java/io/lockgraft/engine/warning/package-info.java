/** What is told of a method that is locked: where its holds end, and what its lock does not do. */
package io.lockgraft.engine.warning;
