/** How times, numbers and tables read in what an operator is told. */
package io.lockgraft.manage.text;
