/** Which classes a rule may mean, by their names, super types and annotations. */
package io.lockgraft.weave.match;
