/** The parser of expressions: from a text to its syntax tree. */
package io.lockgraft.language.expression.parse;
