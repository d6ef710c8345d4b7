/**
 * A small HTTP server of our own, for {@code /metrics} and {@code /healthz}: the JDK's is missing in some JVMs, and may
 * find the application's in its place.
 */
package io.lockgraft.manage.http;
