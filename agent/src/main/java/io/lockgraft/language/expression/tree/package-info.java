/** The syntax tree of expressions. Each node checks itself against the types of a method, and compiles itself. */
package io.lockgraft.language.expression.tree;
