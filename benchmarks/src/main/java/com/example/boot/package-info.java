/** A Spring Boot application whose start is measured. */
package com.example.boot;
