package dev.muster.common.access;

import module java.base;
import java.security.Signature;
import java.security.cert.Certificate;
import java.security.cert.CertificateException;
import org.jspecify.annotations.Nullable;

/**
 * TLS of one side, from PEM files.
 *
 * @param asksForCertificate whether the other side must show a certificate too
 */
public record Tls(SSLContext context, boolean asksForCertificate) {

    /** TLS 1.2 stays for load balancers and scrapers; what is older is broken. */
    public static final List<String> VERSIONS = List.of("TLSv1.3", "TLSv1.2");

    private static final String KEY = "-----BEGIN PRIVATE KEY-----";
    private static final String KEY_END = "-----END PRIVATE KEY-----";
    private static final List<String> KEY_KINDS = List.of("EC", "RSA", "EdDSA");
    /** Key stores in memory want one, too. */
    private static final char[] NONE = new char[0];

    /**
     * @param certificate this side's certificate, with those between it and its root; null for none
     * @param key the private key of that certificate, PKCS #8, not encrypted
     * @param authorities certificates that the other side's must come from; null for those that Java trusts
     * @param server whether the authorities are those of clients, which then must show a certificate
     * @throws IOException a sentence that names the file that is wrong
     */
    public static Tls of(@Nullable Path certificate, @Nullable Path key, @Nullable Path authorities, boolean server)
            throws IOException {
        try {
            var context = SSLContext.getInstance("TLS");
            context.init(certificate == null || key == null ? null : keys(certificate, key),
                    authorities == null ? null : trusted(authorities), null);
            return new Tls(context, server && authorities != null);
        } catch (GeneralSecurityException e) {
            throw new IOException("TLS can't be set up with " + certificate + " and " + key + ": " + e.getMessage(), e);
        }
    }

    private static KeyManager[] keys(Path certificate, Path key) throws IOException, GeneralSecurityException {
        var store = emptyStore();
        var chain = certificates(certificate);
        var secret = privateKey(key);
        store.setKeyEntry("own", secret, NONE, chain.toArray(Certificate[]::new));
        fits(secret, chain.getFirst(), key, certificate);
        var managers = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        managers.init(store, NONE);
        return managers.getKeyManagers();
    }

    private static TrustManager[] trusted(Path authorities) throws IOException, GeneralSecurityException {
        var store = emptyStore();
        for (var each : certificates(authorities)) {
            store.setCertificateEntry("authority" + store.size(), each);
        }
        var managers = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        managers.init(store);
        return managers.getTrustManagers();
    }

    private static KeyStore emptyStore() throws IOException, GeneralSecurityException {
        var store = KeyStore.getInstance("PKCS12");
        store.load(null, null);
        return store;
    }

    private static List<Certificate> certificates(Path file) throws IOException {
        try (var in = new ByteArrayInputStream(content(file))) {
            var found = List.<Certificate>copyOf(CertificateFactory.getInstance("X.509").generateCertificates(in));
            if (!found.isEmpty()) {
                return found;
            }
        } catch (CertificateException e) {
            throw new IOException(file + " has no certificate in PEM that can be read: " + e.getMessage(), e);
        }
        throw new IOException(file + " has no certificate in PEM");
    }

    private static PrivateKey privateKey(Path file) throws IOException {
        var text = new String(content(file), StandardCharsets.ISO_8859_1);
        int begin = text.indexOf(KEY);
        int end = text.indexOf(KEY_END);
        if (begin < 0 || end < begin) {
            throw new IOException(file + " has no private key in PKCS #8 that is not encrypted; make one with: openssl "
                    + "pkcs8 -topk8 -nocrypt -in KEY -out NEW");
        }
        for (var kind : KEY_KINDS) {
            try {
                var bytes = Base64.getMimeDecoder().decode(text.substring(begin + KEY.length(), end));
                return KeyFactory.getInstance(kind).generatePrivate(new PKCS8EncodedKeySpec(bytes));
            } catch (GeneralSecurityException | IllegalArgumentException _) {
                // of another kind
            }
        }
        throw new IOException(file + " has no private key of a kind that TLS knows: " + String.join(", ", KEY_KINDS));
    }

    /** Signs and verifies: with a key of another certificate every handshake would fail, and nothing would say why. */
    private static void fits(PrivateKey key, Certificate certificate, Path keyFile, Path file)
            throws IOException, GeneralSecurityException {
        var algorithm = switch (key.getAlgorithm()) {
            case "RSA" -> "SHA256withRSA";
            case "EC" -> "SHA256withECDSA";
            default -> "EdDSA";
        };
        var probe = file.toString().getBytes(StandardCharsets.UTF_8);
        try {
            var signing = Signature.getInstance(algorithm);
            signing.initSign(key);
            signing.update(probe);
            var verifying = Signature.getInstance(algorithm);
            verifying.initVerify(certificate.getPublicKey());
            verifying.update(probe);
            if (verifying.verify(signing.sign())) {
                return;
            }
        } catch (InvalidKeyException | SignatureException _) {
            // of another kind
        }
        throw new IOException("the key in " + keyFile + " is not that of the certificate in " + file);
    }

    private static byte[] content(Path file) throws IOException {
        try {
            return Files.readAllBytes(file);
        } catch (IOException e) {
            throw new IOException(file + " can't be read", e);
        }
    }
}
