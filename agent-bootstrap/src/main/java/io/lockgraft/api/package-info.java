/** What an application may meet of Lockgraft: the exceptions that a locked method throws where its rule says throw. */
package io.lockgraft.api;
