/** What an operator asks about a running JVM: where rules went in, and what was counted. */
package io.lockgraft.manage;
