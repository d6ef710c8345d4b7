/**
 * The numbers as MBeans, in the platform's MBean server once the application has made it. Nothing here is loaded before
 * that, nor in a JVM without the module java.management.
 */
package io.lockgraft.manage.jmx;
