package dev.muster.deploy.session;

import module java.base;
import picocli.CommandLine.IVersionProvider;

/** The version of this build, from the manifest of this class's jar. */
public final class Version implements IVersionProvider {

    @Override
    public String[] getVersion() {
        String version = Version.class.getPackage().getImplementationVersion();
        return new String[]{"muster " + Objects.requireNonNullElse(version, "(not packaged)")};
    }
}
