package io.lockgraft.manage.http;

import java.util.Locale;
import java.util.Set;

/**
 * Whether a request is for a host that is ours to answer for. A page of a stranger may lead its own name to this
 * address (DNS rebinding), and the browser then takes the answers for that page's own. So names count that the rules
 * file has, and IP addresses, which no stranger can point elsewhere. The port is not looked at: a port-forward has
 * another.
 */
final class HostCheck {
    private final Set<String> names;

    HostCheck(Set<String> names) {
        this.names = names;
    }

    boolean allows(String host) {
        if (host == null) {
            return false;
        }
        String name = host.replaceFirst(":\\d{1,5}$", "").toLowerCase(Locale.ROOT);
        return name.equals("localhost")
                || name.matches("\\d{1,3}(\\.\\d{1,3}){3}")
                || name.matches("\\[[0-9a-f:.]+]")
                || names.contains(name);
    }
}
