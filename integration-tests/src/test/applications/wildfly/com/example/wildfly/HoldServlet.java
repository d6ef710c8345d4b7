package com.example.wildfly;

import jakarta.ejb.EJB;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/** Calls the EJB's method that takes its time. Answers "held", or what was thrown. */
@WebServlet("/hold")
public class HoldServlet extends HttpServlet {
    @EJB
    private transient Teller teller;

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        String answer = "held";
        try {
            teller.hold(request.getParameter("account"));
        } catch (Exception e) {
            answer = e.getClass().getName();
        }
        response.getWriter().print(answer);
    }
}
