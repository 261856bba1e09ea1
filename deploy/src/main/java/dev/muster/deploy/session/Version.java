package dev.muster.deploy.session;

import java.util.Objects;
import picocli.CommandLine.IVersionProvider;

/** The version of this build, from the manifest of this class's jar. */
public final class Version implements IVersionProvider {

    @Override
    public String[] getVersion() {
        String version = Version.class.getPackage().getImplementationVersion();
        return new String[]{"muster " + Objects.requireNonNullElse(version, "(not packaged)")};
    }
}
