/** What is to be done to one class: its methods, their rules and sites, and what is told of those that do not fit. */
package io.lockgraft.weave.plan;
