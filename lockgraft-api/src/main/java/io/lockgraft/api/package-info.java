/**
 * What an application may meet of Lockgraft, the exceptions that a locked method throws where its rule says throw, and
 * what it may ask of it.
 */
package io.lockgraft.api;
