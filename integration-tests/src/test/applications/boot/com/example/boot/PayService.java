package com.example.boot;

import com.example.app.Eye;

public class PayService {
    public String pay(String key) {
        return Eye.look(key) + ", " + secret("private-" + key);
    }

    public String self(String key) {
        return pay("by-" + key);
    }

    private String secret(String key) {
        return Eye.look(key);
    }
}
