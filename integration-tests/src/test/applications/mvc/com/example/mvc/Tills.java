package com.example.mvc;

import com.example.app.Counter;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.context.request.async.DeferredResult;
import org.springframework.web.context.request.async.WebAsyncTask;
import org.springframework.web.servlet.mvc.method.annotation.ResponseBodyEmitter;

/** Each request is answered by another thread than the one that it came on. */
@RestController
public class Tills {
    private final ExecutorService workers = Executors.newFixedThreadPool(8);

    @GetMapping("/callable")
    public Callable<String> callable(@RequestParam("key") String key) {
        return () -> count(key);
    }

    @GetMapping("/deferred")
    public DeferredResult<String> deferred(@RequestParam("key") String key) {
        return later(key);
    }

    @GetMapping("/ended")
    public DeferredResult<String> ended(@RequestParam("key") String key) {
        return later(key);
    }

    private DeferredResult<String> later(String key) {
        DeferredResult<String> result = new DeferredResult<>();
        workers.execute(() -> result.setResult(count(key)));
        // There is room for one callback only; this one is the application's.
        result.onCompletion(() -> {});
        return result;
    }

    @GetMapping("/never")
    public DeferredResult<String> never(@RequestParam("key") String key) {
        return new DeferredResult<>(200L);
    }

    @GetMapping("/task")
    public WebAsyncTask<String> task(@RequestParam("key") String key) {
        return new WebAsyncTask<>(() -> key);
    }

    @GetMapping("/emitter")
    public ResponseBodyEmitter emitter(@RequestParam("key") String key) {
        ResponseBodyEmitter emitter = new ResponseBodyEmitter();
        emitter.complete();
        return emitter;
    }

    private static String count(String key) {
        new Counter().add(key);
        return key;
    }
}
