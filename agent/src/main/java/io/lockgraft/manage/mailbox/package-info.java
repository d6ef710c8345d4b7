/** How the commands ask a running JVM: files in a folder that its user alone may look into. */
package io.lockgraft.manage.mailbox;
