package com.example.kinds;

import com.example.app.Eye;

abstract class Generic<T> {
    abstract String look(T key);

    static final class Text extends Generic<String> {
        @Override
        String look(String key) {
            return Eye.look(key);
        }
    }
}
