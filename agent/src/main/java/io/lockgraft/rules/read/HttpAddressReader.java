package io.lockgraft.rules.read;

import io.lockgraft.rules.HttpAddress;
import io.lockgraft.rules.yaml.Section;
import io.lockgraft.spi.settings.Value;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads {@code address} and {@code hosts} of {@code manage}. */
final class HttpAddressReader {
    private static final String ADDRESS = "address";
    private static final String HOSTS = "hosts";
    private static final Pattern FORM = Pattern.compile("(\\[[0-9A-Fa-f:.]+]|[A-Za-z0-9._-]+):(\\d{1,5})");
    private static final int LAST_PORT = 0xffff;

    private HttpAddressReader() {}

    /** Null where there is none, or a wrong one. */
    static HttpAddress read(Section section) {
        Set<String> names = names(section);
        Value value = section.text(ADDRESS);
        if (value == null) {
            if (section.has(HOSTS) && !section.isMeant(ADDRESS)) {
                section.problem(section.namePosition(HOSTS), "'hosts' has no use without an 'address'");
            }
            return null;
        }
        Matcher form = FORM.matcher(value.text().trim());
        if (!form.matches() || Integer.parseInt(form.group(2)) > LAST_PORT) {
            section.wrong(
                    ADDRESS, value, " is no address with a port; write 127.0.0.1:9465, or 127.0.0.1:0 for a free port");
            return null;
        }
        return new HttpAddress(form.group(1), Integer.parseInt(form.group(2)), names);
    }

    private static Set<String> names(Section section) {
        List<Value> values = section.has(HOSTS) ? section.values(HOSTS, "[shop.example]") : null;
        Set<String> names = new LinkedHashSet<String>();
        for (Value name : values == null ? Collections.<Value>emptyList() : values) {
            if (name != null && !name.text().matches("[A-Za-z0-9._-]+")) {
                section.wrong(HOSTS, name, " is no name of a host; write it without a port");
            } else if (name != null) {
                names.add(name.text().toLowerCase(Locale.ROOT));
            }
        }
        return names;
    }
}
