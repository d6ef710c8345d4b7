/** What commands have of the shell that they are typed into: the rules file that it names, and its terminal. */
package io.lockgraft.cli.shell;
