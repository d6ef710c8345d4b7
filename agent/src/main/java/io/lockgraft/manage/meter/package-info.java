/**
 * What is counted and measured under each rule and of each store. One source for the report, JMX and Prometheus.
 */
package io.lockgraft.manage.meter;
