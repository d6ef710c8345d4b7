/** The application's class loaders: what they hide, and what their classes can reach. */
package io.lockgraft.weave.loaders;
