/** The static types of values, and the members of classes that names in an expression mean. */
package io.lockgraft.language.expression.member;
