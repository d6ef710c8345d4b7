/** The application's class loaders and modules: what they hide, and what their classes can reach. */
package io.lockgraft.weave.loaders;
