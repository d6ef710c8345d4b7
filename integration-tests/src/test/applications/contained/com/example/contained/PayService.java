package com.example.contained;

import com.example.app.Eye;

public class PayService {
    public String pay(Order order) {
        return Eye.look("pay-" + order.getNo());
    }

    public String look(Order order) {
        return Eye.look("look-" + order.getNo());
    }
}
