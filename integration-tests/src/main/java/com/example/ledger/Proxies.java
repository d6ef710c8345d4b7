package com.example.ledger;

import org.springframework.context.annotation.Configuration;
import org.springframework.transaction.annotation.EnableTransactionManagement;

/** Transactions begin in proxies: of the class, and of the interface where a bean has one. */
@Configuration
@EnableTransactionManagement
public class Proxies {}
