package dev.muster.cli.command;

import module java.base;
import dev.muster.cli.session.BadInput;
import dev.muster.common.access.HostRule;
import dev.muster.common.access.Tls;
import dev.muster.common.leader.Coordinators;
import dev.muster.common.status.ListenAddress;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options that let a server speak TLS. */
final class TlsOptions {

    @Option(names = "--tls-cert", paramLabel = "FILE", description = "Serve HTTPS only: the certificate and its "
            + "intermediates, PEM.")
    private @Nullable Path certificate;

    @Option(names = "--tls-key", paramLabel = "FILE", description = "The certificate's private key, PEM, PKCS #8.")
    private @Nullable Path key;

    @Option(names = "--tls-client-ca", paramLabel = "FILE", description = "Require a client certificate signed by "
            + "one of these CAs, PEM.")
    private @Nullable Path authorities;

    Optional<String> key() {
        return Optional.ofNullable(key).map(Path::toString);
    }

    /** @throws BadInput with what is wrong with the address, or with the options for TLS */
    ListenAddress listening(String host, int port, @Nullable String token, @Nullable Coordinators published)
            throws BadInput {
        var address = new ListenAddress(host, port, token,
                HostRule.of(host, published == null ? List.of() : published.addresses()), server());
        var trouble = address.trouble();
        if (trouble.isPresent()) {
            throw new BadInput(trouble.get());
        }
        return address;
    }

    /** Null for plain HTTP. */
    private @Nullable Tls server() throws BadInput {
        BadInput.throwIf((certificate == null) != (key == null) || (authorities != null && certificate == null),
                "--tls-cert and --tls-key go together, and --tls-client-ca goes with both");
        try {
            return certificate == null ? null : Tls.of(certificate, key, authorities, true);
        } catch (IOException e) {
            throw new BadInput(e.getMessage());
        }
    }
}
