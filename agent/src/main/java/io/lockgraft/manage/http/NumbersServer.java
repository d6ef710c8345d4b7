package io.lockgraft.manage.http;

import io.lockgraft.manage.meter.Meters;
import io.lockgraft.manage.meter.StoreState;
import io.lockgraft.manage.text.Forms;
import io.lockgraft.spi.log.Log;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/** Serves {@code /metrics} and {@code /healthz}. */
public final class NumbersServer {
    private NumbersServer() {}

    /**
     * Serves at this address from now on. One that cannot be had is a warning: another JVM of the host may have it.
     *
     * @param address a name or an IP address; one of version 6 in brackets
     * @param port 0 for any that is free
     * @param names under which clients may ask, in lower case, beside IP addresses and localhost
     * @param ask asks a store that is down whether it is back, by its name; does not wait
     * @return the server, or null where there is none
     */
    public static HttpServer start(String address, int port, Set<String> names, Meters meters, Consumer<String> ask) {
        Map<String, HttpPage> pages = new HashMap<>();
        pages.put("/metrics", () -> HttpResponse.ok(PrometheusText.TYPE, PrometheusText.of(meters)));
        pages.put("/healthz", () -> health(meters, ask));
        String its = address + ':' + port;
        try {
            HttpServer server = HttpServer.start(inside(address), port, names, pages);
            Log.info("/metrics and /healthz are at http://" + address + ':' + server.port());
            return server;
        } catch (IOException | RuntimeException e) {
            Log.warn("/metrics and /healthz are not served: " + its + " cannot be had (" + e.getMessage()
                    + "). Another JVM may have it; give each one an address of its own by"
                    + " -Dlockgraft.manage.address=127.0.0.1:0, or another port");
            return null;
        }
    }

    private static String inside(String host) {
        return host.startsWith("[") ? host.substring(1, host.length() - 1) : host;
    }

    /**
     * A store that is down is asked, for a JVM that gets no calls while this says so would never hear that it is back.
     */
    private static HttpResponse health(Meters meters, Consumer<String> ask) {
        StringBuilder down = new StringBuilder();
        for (StoreState each : meters.stores()) {
            if (!each.isUp()) {
                down.append("store ").append(each.name()).append(" has been down for ");
                down.append(Forms.seconds(each.downSeconds())).append('\n');
                ask.accept(each.id());
            }
        }
        return down.length() == 0 ? HttpResponse.ok("ok\n") : HttpResponse.unavailable(down.toString());
    }
}
