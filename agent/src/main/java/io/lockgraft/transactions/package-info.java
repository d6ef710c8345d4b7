/**
 * The application's transactions: Spring's and those of JTA, found in its own class loaders, and never compiled
 * against.
 */
package io.lockgraft.transactions;
