package dev.muster.cli.command;

import module java.base;
import dev.muster.cli.session.BadInput;
import dev.muster.cli.session.CommandContext;
import dev.muster.cli.up.UpFile;
import dev.muster.common.access.Credentials;
import dev.muster.common.leader.Coordinators;
import dev.muster.common.secret.GivenSecrets;
import dev.muster.coordinator.client.RemoteRuns;
import org.jspecify.annotations.Nullable;

/** Where a command finds a fleet's coordinators, and the token to show them. */
final class FleetKeys {

    /**
     * Returns {@code MUSTER_TOKEN}; else the token of the fleet that {@code muster up} started in this home, if that
     * fleet is the one at these addresses. Warns where the token would travel in the open.
     *
     * @param coordinators null for a run in this process
     * @throws BadInput when TLS can't be set up as the environment says
     */
    static Credentials of(CommandContext here, @Nullable Coordinators coordinators) throws BadInput {
        if (coordinators == null) {
            return Credentials.NONE;
        }
        try {
            var given = GivenSecrets.read(here.environment(), "MUSTER_TOKEN");
            var up = ofUp(here, coordinators);
            var trouble = up.filter(file -> given == null || given.equals(file.token()))
                    .flatMap(UpFile::troubleOfCoordinator);
            if (trouble.isPresent()) {
                throw new BadInput(trouble.get());
            }
            var credentials = Credentials.of(given == null ? up.map(UpFile::token).orElse(null) : given,
                    here.environment());
            credentials.exposed(coordinators.addresses())
                    .ifPresent(sentence -> here.err().println("warning: " + sentence));
            return credentials;
        } catch (IOException e) {
            throw new BadInput(e.getMessage());
        }
    }

    static RemoteRuns open(CommandContext here, Coordinators coordinators) throws BadInput {
        return new RemoteRuns(coordinators, of(here, coordinators));
    }

    private static Optional<UpFile> ofUp(CommandContext here, Coordinators coordinators) {
        return UpFile.read(here.home().upFile())
                .filter(up -> up.coordinator().isRunning())
                .filter(up -> coordinators.addresses().stream().allMatch(each -> same(each, up.coordinator().url())));
    }

    private static boolean same(URI address, String url) {
        var other = URI.create(url);
        return address.getPort() == other.getPort() && String.valueOf(address.getHost()).equals(other.getHost())
                && String.valueOf(address.getScheme()).equals(other.getScheme());
    }
}
