<%@ page contentType="text/plain" %><%= com.example.app.Eye.look("jsp-" + request.getParameter("page")) %>
