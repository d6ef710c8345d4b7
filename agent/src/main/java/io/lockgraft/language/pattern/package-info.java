/** Method patterns of rules: how they are read, which methods they take, and why one takes nothing. */
package io.lockgraft.language.pattern;
