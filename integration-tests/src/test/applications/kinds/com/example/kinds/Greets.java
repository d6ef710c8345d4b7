package com.example.kinds;

import com.example.app.Eye;

interface Greets {
    default String greet(String key) {
        return Eye.look(key);
    }

    static String salute(String key) {
        return Eye.look(key);
    }
}
