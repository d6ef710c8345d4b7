/** What the JVM answers when it is asked. */
package io.lockgraft.manage.answer;
