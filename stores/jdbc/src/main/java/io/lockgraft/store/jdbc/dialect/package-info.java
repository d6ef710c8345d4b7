/** What databases say in words of their own: the clock, an UPDATE that passes over locked rows, the table. */
package io.lockgraft.store.jdbc.dialect;
