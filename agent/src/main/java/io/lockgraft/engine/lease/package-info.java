/**
 * What happens to leases that are out: the keeper renews them and finds lost ones, and their last holder gives them
 * back.
 */
package io.lockgraft.engine.lease;
