package io.lockgraft.backend.redis;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** One command on its way to the server: the future of its answer, which fails at once when a connection breaks. */
final class Call<T> extends CompletableFuture<T> {
    private final Client client;

    Call(Client client) {
        this.client = client;
    }

    Call<T> follow(CompletionStage<T> answer) {
        client.track(this);
        answer.whenComplete((value, error) -> {
            client.answered(this);
            if (error == null) {
                complete(value);
            } else {
                completeExceptionally(error);
            }
        });
        return this;
    }

    void lose(String why) {
        if (!isDone()) {
            client.answered(this);
            completeExceptionally(new AnswerLostException(why));
        }
    }
}
