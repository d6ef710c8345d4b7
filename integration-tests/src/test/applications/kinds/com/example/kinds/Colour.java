package com.example.kinds;

import com.example.app.Eye;

enum Colour {
    RED,
    BLUE {
        @Override
        String look(String key) {
            return Eye.look(key);
        }
    };

    String look(String key) {
        return Eye.look(key);
    }
}
