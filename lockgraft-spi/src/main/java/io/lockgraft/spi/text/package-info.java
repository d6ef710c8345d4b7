/** Texts for messages. */
package io.lockgraft.spi.text;
