package dev.muster.common.script;

import module java.base;

/** Writes scripts for tests. */
final class ScriptFiles {

    private ScriptFiles() {}

    static Path executable(Path file, String body) throws IOException {
        Files.createDirectories(file.getParent());
        Files.writeString(file, "#!/bin/sh\n" + body + "\n");
        return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }
}
