/** The store's part of the rules file. */
package io.lockgraft.store.zookeeper.settings;
