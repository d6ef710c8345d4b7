/** A part of the rules file, as the store that reads it sees it. */
package io.lockgraft.spi.settings;
