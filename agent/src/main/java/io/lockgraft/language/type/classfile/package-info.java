/** Reads shapes from class files. Nothing is loaded. */
package io.lockgraft.language.type.classfile;
