/**
 * One woven method under one rule: its keys, condition and outcomes, compiled for the class that was loaded.
 */
package io.lockgraft.engine.site;
