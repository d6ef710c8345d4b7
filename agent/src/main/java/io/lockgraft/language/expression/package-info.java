/** Keys, conditions and fence targets: parsed once, checked against a method, and bound to it. */
package io.lockgraft.language.expression;
