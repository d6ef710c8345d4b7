/** What the attempts of most stores have in common. */
package io.lockgraft.spi.attempt;
