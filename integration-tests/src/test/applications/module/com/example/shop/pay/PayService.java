package com.example.shop.pay;

import com.example.app.Eye;
import com.example.shop.model.Order;

public class PayService {
    public String getter(Order order) {
        return Eye.look("getter-" + order.getOrderNo());
    }

    public String field(Order order) {
        return Eye.look("field-field");
    }

    public String component(Order order) {
        return Eye.look("component-" + order.getCustomer().name());
    }

    public String method(Order order) {
        return Eye.look("method-" + order.say("no"));
    }
}
