/** What has happened lately under all rules, for somebody who asks afterwards. */
package io.lockgraft.manage.happening;
