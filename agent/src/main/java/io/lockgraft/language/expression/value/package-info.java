/** What compiled expressions do with values at a call: texts, numbers, comparisons, elements. */
package io.lockgraft.language.expression.value;
