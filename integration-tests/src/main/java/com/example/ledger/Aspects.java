package com.example.ledger;

import org.springframework.context.annotation.AdviceMode;
import org.springframework.context.annotation.Configuration;
import org.springframework.transaction.annotation.EnableTransactionManagement;

/** Transactions begin in the methods themselves, which AspectJ has woven. */
@Configuration
@EnableTransactionManagement(mode = AdviceMode.ASPECTJ)
public class Aspects {}
