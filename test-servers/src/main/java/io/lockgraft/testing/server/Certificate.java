package io.lockgraft.testing.server;

import io.lockgraft.testing.Quick;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.Key;
import java.security.KeyStore;
import java.util.Base64;

/** A certificate that signs itself, made by the JDK's keytool, as files that servers and clients read. */
public final class Certificate {
    public static final String PASSWORD = "changeit";

    private final Path folder;

    private Certificate(Path folder) {
        this.folder = folder;
    }

    /** For 127.0.0.1. */
    public static Certificate make(Path folder) throws IOException, GeneralSecurityException, InterruptedException {
        return make(folder, "san=ip:127.0.0.1,dns:localhost");
    }

    /** For a host of this name, and no other. */
    public static Certificate makeFor(String host, Path folder)
            throws IOException, GeneralSecurityException, InterruptedException {
        return make(folder, "san=dns:" + host);
    }

    private static Certificate make(Path folder, String names)
            throws IOException, GeneralSecurityException, InterruptedException {
        Path store = folder.resolve("store.p12");
        Quick.leaveOut("keytool");
        Process keytool = new ProcessBuilder(
                        System.getProperty("java.home") + File.separator + "bin" + File.separator + "keytool",
                        "-genkeypair",
                        "-alias",
                        "server",
                        "-keyalg",
                        "EC",
                        "-groupname",
                        "secp256r1",
                        "-dname",
                        "CN=lockgraft",
                        "-ext",
                        names,
                        "-validity",
                        "30",
                        "-storetype",
                        "PKCS12",
                        "-keystore",
                        store.toString(),
                        "-storepass",
                        PASSWORD)
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("keytool.log").toFile())
                .start();
        if (keytool.waitFor() != 0) {
            throw new IllegalStateException("keytool: " + Files.readString(folder.resolve("keytool.log")));
        }
        KeyStore keys = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(store)) {
            keys.load(in, PASSWORD.toCharArray());
        }
        Certificate made = new Certificate(folder);
        Key key = keys.getKey("server", PASSWORD.toCharArray());
        Files.writeString(Path.of(made.privateKey()), pem("PRIVATE KEY", key.getEncoded()));
        Files.writeString(
                Path.of(made.certificate()),
                pem("CERTIFICATE", keys.getCertificate("server").getEncoded()));
        KeyStore trusted = KeyStore.getInstance("PKCS12");
        trusted.load(null, null);
        trusted.setCertificateEntry("server", keys.getCertificate("server"));
        try (var out = Files.newOutputStream(Path.of(made.trustStore()))) {
            trusted.store(out, PASSWORD.toCharArray());
        }
        return made;
    }

    public String certificate() {
        return folder.resolve("server.crt").toString();
    }

    public String privateKey() {
        return folder.resolve("server.key").toString();
    }

    /** A PKCS12 store under {@link #PASSWORD} with the certificate and its private key. */
    public String keyStore() {
        return folder.resolve("store.p12").toString();
    }

    /** A PKCS12 store under {@link #PASSWORD} that trusts the certificate. */
    public String trustStore() {
        return folder.resolve("trust.p12").toString();
    }

    private static String pem(String what, byte[] bytes) {
        return "-----BEGIN " + what + "-----\n"
                + Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(bytes)
                + "\n-----END " + what + "-----\n";
    }
}
