package com.example.webapp;

import com.example.app.Eye;
import java.io.IOException;
import javax.servlet.http.HttpServlet;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;

/** Answers with what two locked methods return: one whose argument's type is known, and one where it is any object. */
public class Shop extends HttpServlet {
    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        Order order = new Order(request.getParameter("no"));
        response.getWriter().println(typed(order) + ", " + untyped(order));
    }

    private String typed(Order order) {
        return Eye.look("typed-" + order.getNo());
    }

    private String untyped(Object order) {
        return Eye.look("untyped-" + ((Order) order).getNo());
    }
}
