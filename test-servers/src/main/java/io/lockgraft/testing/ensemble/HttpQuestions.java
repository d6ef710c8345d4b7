package io.lockgraft.testing.ensemble;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What a test asks a server that speaks HTTP and answers in JSON. */
final class HttpQuestions {
    private static final HttpClient CLIENT = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(Duration.ofMillis(Ensemble.QUESTION_MILLIS))
            .build();

    private HttpQuestions() {}

    /** The answer; empty where there is none, or one that says no. */
    static Optional<String> ask(String method, int port, String path, String body) {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
                .timeout(Duration.ofMillis(Ensemble.QUESTION_MILLIS))
                .method(method, HttpRequest.BodyPublishers.ofString(body, StandardCharsets.UTF_8))
                .build();
        try {
            HttpResponse<String> answer = CLIENT.send(request, HttpResponse.BodyHandlers.ofString());
            return answer.statusCode() / 100 == 2 ? Optional.of(answer.body()) : Optional.empty();
        } catch (IOException none) {
            return Optional.empty();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** The first member with this name in an answer, as a text. */
    static Optional<String> member(String json, String name) {
        Matcher member = Pattern.compile('"' + name + "\":\\s*\"([^\"]*)\"").matcher(json);
        return member.find() ? Optional.of(member.group(1)) : Optional.empty();
    }
}
