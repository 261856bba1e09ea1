package dev.muster.coordinator.server;

import module java.base;
import dev.muster.common.bundle.Bundle;
import dev.muster.common.bundle.Bundle.BundleLimits;
import dev.muster.common.bundle.CaseFiles;
import dev.muster.common.json.Json;
import dev.muster.common.json.JsonTrouble;
import dev.muster.coordinator.run.RefusedRun;
import dev.muster.coordinator.store.BlobTable;
import tools.jackson.core.JacksonException;

/** Verifies that every file of a run is stored here before the run starts. */
record BundleCheck(BlobTable blobs) {

    private static final long LARGEST_MANIFEST = 8L << 20;

    void check(CaseFiles files, CommandRule rule) throws RefusedRun, IOException {
        if (files instanceof CaseFiles.Bundled(var sha256)) {
            var bundle = read(sha256);
            var trouble = BundleLimits.trouble(bundle);
            if (trouble.isPresent()) {
                throw new RefusedRun(trouble.get());
            }
            rule.check(bundle);
            for (var file : bundle.files()) {
                if (!blobs.has(file.sha256())) {
                    throw new RefusedRun("the content of " + file.path() + " is not here; send the suite again");
                }
            }
        }
    }

    private Bundle read(String sha256) throws RefusedRun, IOException {
        long size = blobs.size(sha256).orElse(LARGEST_MANIFEST + 1);
        if (size > LARGEST_MANIFEST) {
            throw new RefusedRun("the list of the run's files is not here; send the suite again");
        }
        var manifest = new ByteArrayOutputStream();
        blobs.copy(sha256, manifest);
        try {
            return Json.MAPPER.readValue(manifest.toByteArray(), Bundle.class);
        } catch (JacksonException e) {
            throw new RefusedRun("the list of the run's files can't be read: " + JsonTrouble.of(e));
        }
    }
}
