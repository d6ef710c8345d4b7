/** Weaves the methods that rules name: as their class loads, or later where it was loaded before or hidden. */
package io.lockgraft.weave;
