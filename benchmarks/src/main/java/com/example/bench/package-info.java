/** The application that is measured: it knows of no lock. */
package com.example.bench;
