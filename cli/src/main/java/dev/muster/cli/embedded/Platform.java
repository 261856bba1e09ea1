package dev.muster.cli.embedded;

import module java.base;

/** The operating system and processor, as named in the archives of PostgreSQL's binaries. */
record Platform(String system, String processor) {

    static Platform current() {
        return of(System.getProperty("os.name"), System.getProperty("os.arch"));
    }

    static Platform of(String osName, String osArch) {
        return new Platform(system(osName.toLowerCase(Locale.ROOT)), processor(osArch.toLowerCase(Locale.ROOT)));
    }

    private static String system(String name) {
        if (name.startsWith("mac")) {
            return "darwin";
        }
        return name.startsWith("windows") ? "windows" : name;
    }

    private static String processor(String name) {
        return switch (name) {
            case "amd64", "x86_64" -> "x86_64";
            case "aarch64", "arm64" -> "arm_64";
            default -> name;
        };
    }

    String archive() {
        return "postgres-" + this + ".txz";
    }

    String quickArchive() {
        return "postgres-" + this + PostgresBinaries.QUICK;
    }

    @Override
    public String toString() {
        return system + "-" + processor;
    }
}
