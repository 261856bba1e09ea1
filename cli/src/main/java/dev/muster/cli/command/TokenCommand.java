package dev.muster.cli.command;

import module java.base;
import dev.muster.cli.session.BadInput;
import dev.muster.cli.session.CommandContext;
import dev.muster.cli.session.Exit;
import dev.muster.coordinator.client.RemoteTokens;
import dev.muster.coordinator.run.AccessToken;
import dev.muster.coordinator.run.MadeToken;
import dev.muster.coordinator.run.RevokedTokens;
import dev.muster.coordinator.run.Role;
import dev.muster.coordinator.run.TokenRequest;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code muster token}: makes, lists and revokes the tokens of a fleet. */
@Command(name = "token", mixinStandardHelpOptions = true, sortOptions = false, description = "Create, list and "
        + "revoke tokens for a fleet's coordinator (needs an admin token).")
public final class TokenCommand implements Callable<Integer> {

    private static final DateTimeFormatter WHEN = DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm")
            .withZone(ZoneId.systemDefault());

    @Parameters(index = "0", paramLabel = "create|list|revoke", description = "Action: create, list or revoke.")
    private String action = "";

    @Parameters(index = "1", arity = "0..1", paramLabel = "TOKEN", description = "The id of the token to revoke, or "
            + "a name: then all tokens of that name.")
    private @Nullable String which;

    @Option(names = "--role", paramLabel = "ROLE", description = "viewer: sees everything; submitter: starts runs "
            + "too, and changes its own; worker: fetches files; admin: everything.")
    private @Nullable String role;

    @Option(names = "--name", paramLabel = "NAME", description = "Owner of the token; its runs belong to this name.")
    private @Nullable String name;

    @Option(names = "--expires", paramLabel = "TIME", description = "Lifetime, such as 90d (default: until it is "
            + "revoked).")
    private @Nullable Duration expires;

    @Option(names = "--with-made", description = "With revoke: also revoke the tokens created with this one, "
            + "directly or indirectly.")
    private boolean withMade;

    @Mixin
    private FleetOption fleet = new FleetOption();

    @Mixin
    private CommandContext here = new CommandContext();

    @Override
    public Integer call() throws IOException, BadInput {
        var request = action.equals("create") ? request() : null;
        BadInput.throwIf(request == null && (role != null || name != null || expires != null),
                "--role, --name and --expires go with: muster token create");
        BadInput.throwIf(withMade && !action.equals("revoke"), "--with-made goes with: muster token revoke TOKEN");
        BadInput.throwIf(
                (which != null) != action.equals("revoke") || !Set.of("create", "list", "revoke").contains(action),
                "muster token takes create --role ROLE --name NAME, list, or revoke TOKEN");
        try (var runs = fleet.open(here, "")) {
            if (request != null) {
                print(runs.tokens().create(request));
            } else if (which != null) {
                print(which, runs.tokens().revoke(which, withMade));
            } else {
                list(runs.tokens());
            }
        }
        return Exit.OK;
    }

    private TokenRequest request() throws BadInput {
        if (role == null || name == null) {
            throw new BadInput("muster token create takes --role ROLE and --name NAME");
        }
        try {
            var request = new TokenRequest(name, Role.of(role), expires);
            if (request.trouble().isPresent()) {
                throw new BadInput(request.trouble().get());
            }
            return request;
        } catch (IllegalArgumentException e) {
            throw new BadInput(e.getMessage());
        }
    }

    /** The token alone goes to standard output, so that a script can take it. */
    private void print(MadeToken made) {
        var stored = made.stored();
        here.err().println("token " + stored.id() + " of " + stored.name() + ", role " + stored.role().wire() + ", "
                + (stored.expiresAt() == null ? "until it is revoked" : "until " + WHEN.format(stored.expiresAt()))
                + "; it is shown only once:");
        here.err().flush();
        here.data().println(made.token());
    }

    private void print(String which, RevokedTokens answer) {
        var out = here.out();
        answer.revoked().forEach(each -> out.println("revoked " + named(each)));
        if (answer.made().isEmpty()) {
            return;
        }
        out.println((answer.revoked().isEmpty() ? "it was already revoked, but tokens created with it are still valid:"
                : "tokens created with it are still valid:"));
        answer.made().forEach(each -> out.println("  " + named(each) + ", made by " + each.createdBy() + " at "
                + WHEN.format(each.createdAt())));
        out.println("revoke them, too: muster token revoke " + which + " --with-made" + fleet.typed());
    }

    private static String named(AccessToken token) {
        return token.id() + ", a token of " + token.name() + " with the role " + token.role().wire();
    }

    private void list(RemoteTokens tokens) throws IOException {
        var out = here.out();
        var now = Instant.now();
        var all = tokens.all();
        out.printf("%-8s  %-20s %-9s  %-16s  %-16s  %s%n", "ID", "NAME", "ROLE", "CREATED", "EXPIRES", "STATE");
        all.forEach(each -> out.printf("%-8s  %-20s %-9s  %-16s  %-16s  %s%n", each.id(), each.name(),
                each.role().wire(), WHEN.format(each.createdAt()),
                each.expiresAt() == null ? "-" : WHEN.format(each.expiresAt()),
                each.isValid(now) ? "valid" : each.revokedAt() == null ? "expired" : "revoked"));
    }
}
