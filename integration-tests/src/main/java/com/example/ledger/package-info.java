/**
 * An application that keeps accounts in a database, in transactions of Spring and JTA; started with those on its class
 * path.
 */
package com.example.ledger;
