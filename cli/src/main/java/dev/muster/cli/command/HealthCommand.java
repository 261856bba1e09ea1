package dev.muster.cli.command;

import module java.base;
import dev.muster.cli.session.BadInput;
import dev.muster.cli.session.CommandContext;
import dev.muster.cli.session.Exit;
import dev.muster.common.access.Credentials;
import dev.muster.common.config.UrlPort;
import dev.muster.coordinator.report.Printable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code muster health}: the probe of containers that have no curl. */
@Command(name = "health", mixinStandardHelpOptions = true, sortOptions = false, description = "Check the health of a "
        + "coordinator or worker, for probes: exits 0 if it is healthy, else 1.")
public final class HealthCommand implements Callable<Integer> {

    private static final int PATIENCE_MS = 4_000;
    private static final int MOST = 1_000;

    @Parameters(index = "0", paramLabel = "URL", description = "The page, /health or /ready: "
            + "http://127.0.0.1:7070/ready.")
    private String url = "";

    @Mixin
    private CommandContext here = new CommandContext();

    @Override
    public Integer call() throws BadInput {
        BadInput.throwIf(!url.endsWith("/health") && !url.endsWith("/ready"),
                "muster health needs the URL of /health or /ready, such as http://127.0.0.1:7070/ready");
        var port = UrlPort.trouble(url);
        BadInput.throwIf(port.isPresent(), "'" + url + "': " + port.orElse(""));
        var tls = tls();
        try {
            if (!(new URI(url).toURL().openConnection() instanceof HttpURLConnection page)) {
                throw new MalformedURLException();
            }
            if (page instanceof HttpsURLConnection secure && tls != null) {
                secure.setSSLSocketFactory(tls.getSocketFactory());
            }
            page.setConnectTimeout(PATIENCE_MS);
            page.setReadTimeout(PATIENCE_MS);
            boolean well = page.getResponseCode() == HttpURLConnection.HTTP_OK;
            var answer = well ? page.getInputStream() : page.getErrorStream();
            if (answer != null) {
                here.out().println(Printable.line(new String(answer.readNBytes(MOST), StandardCharsets.UTF_8)));
            }
            return well ? Exit.OK : Exit.FAILED;
        } catch (URISyntaxException | MalformedURLException | IllegalArgumentException e) {
            throw new BadInput("muster health needs the URL of a page, such as http://127.0.0.1:7070/ready");
        } catch (IOException e) {
            here.err().println("muster: " + Printable.line(url + " does not answer: " + e.getMessage()));
            return Exit.FAILED;
        }
    }

    /** Null for Java's own authorities. */
    private @Nullable SSLContext tls() throws BadInput {
        try {
            return Credentials.of(null, here.environment()).tls();
        } catch (IOException e) {
            throw new BadInput(e.getMessage());
        }
    }
}
