package dev.muster.deploy.command;

import module java.base;
import dev.muster.common.access.Tls;
import dev.muster.deploy.session.BadInput;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options that let a server speak TLS. */
final class TlsOptions {

    @Option(names = "--tls-cert", paramLabel = "FILE", description = "Serve https only: the certificate with those between it and its root, PEM.")
    private @Nullable Path certificate;

    @Option(names = "--tls-key", paramLabel = "FILE", description = "The certificate's private key, PEM, PKCS #8.")
    private @Nullable Path key;

    @Option(names = "--tls-client-ca", paramLabel = "FILE", description = "Let in only who shows a certificate of one of these authorities, PEM.")
    private @Nullable Path authorities;

    Optional<String> key() {
        return Optional.ofNullable(key).map(Path::toString);
    }

    /** Null for plain HTTP. */
    @Nullable
    Tls server() throws BadInput {
        if ((certificate == null) != (key == null) || (authorities != null && certificate == null)) {
            throw new BadInput("--tls-cert and --tls-key go together, and --tls-client-ca goes with both");
        }
        try {
            return certificate == null ? null : Tls.of(certificate, key, authorities, true);
        } catch (IOException e) {
            throw new BadInput(String.valueOf(e.getMessage()));
        }
    }
}
