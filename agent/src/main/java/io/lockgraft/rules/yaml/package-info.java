/**
 * A rules file as a tree: YAML, variables and options filled in, each value with its place; and the table of settings.
 */
package io.lockgraft.rules.yaml;
