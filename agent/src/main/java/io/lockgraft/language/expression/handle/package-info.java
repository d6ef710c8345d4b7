/** The method handles that compiled expressions are made of, and how they reach members of classes. */
package io.lockgraft.language.expression.handle;
