package com.example.lib;

import com.example.app.Eye;

/** In a jar inside the fat jar. */
public class Stock {
    public final String take(Item item) {
        return Eye.look("nested-jar-" + item.getCode());
    }

    public static class Item {
        private final String code;

        public Item(String code) {
            this.code = code;
        }

        public String getCode() {
            return code;
        }
    }
}
