package io.lockgraft.manage.http;

import io.lockgraft.manage.meter.Meters;
import io.lockgraft.manage.meter.RuleWaits;
import io.lockgraft.manage.meter.StoreState;
import io.lockgraft.manage.text.Forms;
import io.lockgraft.rules.HttpAddress;
import io.lockgraft.spi.log.Log;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** Serves {@code /metrics} and {@code /healthz}. */
public final class NumbersServer {
    private NumbersServer() {}

    /**
     * Serves at this address from now on. One that cannot be had is a warning: another JVM of the host may have it.
     *
     * @param waits who waits now, by the names of rules
     * @param ask asks a store, by its name, whether it answers; does not wait
     * @return the server, or null where there is none
     */
    public static HttpServer start(
            HttpAddress at, Meters meters, Supplier<Map<String, RuleWaits>> waits, Consumer<String> ask) {
        Map<String, Supplier<HttpResponse>> pages = new HashMap<>();
        pages.put("/metrics", () -> HttpResponse.ok(PrometheusText.TYPE, PrometheusText.of(meters, waits.get())));
        pages.put("/healthz", () -> health(meters, ask));
        try {
            HttpServer server = HttpServer.start(at, pages);
            Log.info("/metrics and /healthz are at http://" + at.host() + ':' + server.port());
            return server;
        } catch (IOException | RuntimeException e) {
            Log.warn("/metrics and /healthz are not served: " + at.host() + ':' + at.port() + " cannot be had ("
                    + e.getMessage()
                    + "). Another JVM may have it; give each one an address of its own by"
                    + " -Dlockgraft.manage.address=127.0.0.1:0, or another port");
            return null;
        }
    }

    /**
     * Tells what is known, and asks each store for the next time: a JVM out of service gets no calls, so no call would
     * find the store back, and an idle one finds none gone.
     */
    private static HttpResponse health(Meters meters, Consumer<String> ask) {
        StringBuilder down = new StringBuilder();
        for (StoreState each : meters.stores()) {
            if (!each.isUp()) {
                down.append("store ").append(each.name()).append(" has been down for ");
                down.append(Forms.seconds(each.downSeconds())).append('\n');
            }
            ask.accept(each.id());
        }
        return down.length() == 0 ? HttpResponse.ok("ok\n") : HttpResponse.unavailable(down.toString());
    }
}
