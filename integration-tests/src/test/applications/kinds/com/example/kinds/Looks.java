package com.example.kinds;

interface Looks {
    String look(String key);
}
