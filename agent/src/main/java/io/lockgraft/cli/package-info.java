/** The command line: {@code java -jar lockgraft.jar check} holds rules against an application's class files. */
package io.lockgraft.cli;
