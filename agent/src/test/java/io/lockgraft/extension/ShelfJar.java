package io.lockgraft.extension;

import io.lockgraft.cli.Application;
import io.lockgraft.spi.StoreProvider;
import java.io.File;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A jar with a store {@code shelf}, compiled against the SPI alone; tests spoil a part of it. */
public final class ShelfJar {
    static final String SERVICE = "META-INF/services/io.lockgraft.spi.StoreProvider";

    private final Application application;
    private final Map<String, String> methods = new LinkedHashMap<>();
    private final List<String> others = new ArrayList<>();
    private final List<String> options = new ArrayList<>();
    private String service = "org.shelf.ShelfProvider  # the only one\n";
    private String declaration = "public final class ShelfProvider implements io.lockgraft.spi.StoreProvider";
    private Path shadow;

    public ShelfJar(Path folder) {
        this.application = Application.in(folder);
        methods.put("name", "public String name() { return \"shelf\"; }");
        methods.put("meaning", "public String meaning() { return \"locks on a shelf\"; }");
        methods.put("tables", """
                public java.util.List<SettingTable> tables() {
                    return java.util.Collections.singletonList(new SettingTable("shelf.", "in 'shelf'",
                            Setting.of("place", "where it stands").orOption("lockgraft.shelf.place"),
                            Setting.of("boards", "how many")));
                }
                """);
        methods.put("read", """
                public StoreConfiguration read(Settings settings, Members members) {
                    Value place = settings.text("place");
                    Integer boards = settings.integer("boards", 1, 9);
                    return place == null || boards == null ? null : new Shelf(place.text());
                }
                """);
        methods.put("capabilities", """
                public Capabilities capabilities() {
                    return Capabilities.of(Reach.NETWORK).keeping(LockKind.EXCLUSIVE).with(Capability.ENTRIES)
                            .leases(1000, 1000000);
                }
                """);
        methods.put("open", "public LockStore open(StoreContext context) { return null; }");
    }

    /** With this in place of a method of its provider or configuration, or beside them. */
    ShelfJar method(String name, String source) {
        methods.put(name, source);
        return this;
    }

    ShelfJar declaration(String source) {
        declaration = source;
        return this;
    }

    /** With another service file; null for none. */
    ShelfJar service(String text) {
        service = text;
        return this;
    }

    /** With another class of its own. */
    ShelfJar with(String source) {
        others.add(source);
        return this;
    }

    ShelfJar options(String... more) {
        options.addAll(List.of(more));
        return this;
    }

    /** Compiled against this class as well, which stays out of the jar. */
    ShelfJar against(String source) {
        shadow = application.compile("shadow", List.of("-cp", spi()), source);
        return this;
    }

    /** With what the class was compiled against in the jar, too. */
    Path jarWithAll(String name) {
        application.with("", shadow);
        return jar(name);
    }

    public Path jar(String name) {
        if (service != null) {
            application.with(SERVICE, service);
        }
        return application.with("", classes(name + "-classes")).jar(name);
    }

    private Path classes(String folder) {
        List<String> arguments = new ArrayList<>(options);
        arguments.addAll(List.of("-cp", shadow == null ? spi() : shadow + File.pathSeparator + spi()));
        List<String> sources = new ArrayList<>(others);
        sources.add(provider());
        return application.compile(folder, arguments, sources.toArray(new String[0]));
    }

    private String provider() {
        List<String> ofConfiguration = List.of("capabilities", "open", "field");
        StringBuilder own = new StringBuilder();
        StringBuilder inner = new StringBuilder();
        methods.forEach((name, source) ->
                (ofConfiguration.contains(name) ? inner : own).append(source).append('\n'));
        return """
                package org.shelf;
                import io.lockgraft.spi.*;
                import io.lockgraft.spi.settings.*;
                %s {
                    %s
                    static final class Shelf implements StoreConfiguration {
                        private final String place;
                        Shelf(String place) { this.place = place; }
                        @Override public String toString() { return "shelf " + place; }
                        %s
                    }
                }
                """.formatted(declaration, own, inner);
    }

    /** The classes of the SPI, as its published jar has them. */
    static String spi() {
        try {
            return Path.of(StoreProvider.class
                            .getProtectionDomain()
                            .getCodeSource()
                            .getLocation()
                            .toURI())
                    .toString();
        } catch (URISyntaxException e) {
            throw new AssertionError(e);
        }
    }
}
