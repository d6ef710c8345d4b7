/** The shapes of classes, methods and annotations, as far as a rule can see them. */
package io.lockgraft.language.type;
