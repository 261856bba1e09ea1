package dev.muster.coordinator.client;

import module java.base;
import dev.muster.common.bundle.Bundle;
import dev.muster.common.bundle.BundleLimits;
import dev.muster.common.bundle.BundlePath;
import dev.muster.common.bundle.CaseFiles;
import dev.muster.common.bundle.Sha256;
import dev.muster.common.json.Json;
import dev.muster.coordinator.run.Blobs;
import dev.muster.coordinator.run.RefusedRun;

/** Uploads the files of a run to a coordinator: each content once, then the list that names them all. */
public final class Packer {

    private final ProjectFiles files;
    private final Path root;
    private final TreeMap<String, Path> chosen = new TreeMap<>();

    private Packer(ProjectFiles files) throws IOException {
        this.files = files;
        this.root = files.root().toRealPath();
    }

    /** @throws RefusedRun when a file must not be uploaded; the message is a sentence */
    public static CaseFiles bring(ProjectFiles files, Blobs to) throws IOException, RefusedRun {
        if (!files.needed()) {
            return new CaseFiles.None();
        }
        var packer = new Packer(files);
        packer.choose();
        return packer.bring(to);
    }

    /** Returns a hash of the content of all files of a run. */
    static long hash(ProjectFiles files) throws IOException {
        var packer = new Packer(files);
        try {
            packer.choose();
        } catch (RefusedRun e) {
            // reported when the run is submitted
        }
        var crc = new CRC32C();
        for (var each : packer.chosen.entrySet()) {
            crc.update(each.getKey().getBytes(StandardCharsets.UTF_8));
            crc.update(Files.readAllBytes(each.getValue()));
        }
        return crc.getValue();
    }

    private void choose() throws IOException, RefusedRun {
        addAll(files.root().resolve(files.scripts()));
        for (var folder : files.folders()) {
            addAll(files.root().resolve(folder));
        }
        for (var word : files.words()) {
            var file = named(word);
            if (file.isPresent()) {
                add(file.get());
            }
        }
    }

    private void addAll(Path folder) throws IOException, RefusedRun {
        if (Files.isDirectory(folder)) {
            try (Stream<Path> all = Files.walk(folder)) {
                for (var file : all.filter(each -> !Files.isDirectory(each, LinkOption.NOFOLLOW_LINKS)).sorted()
                        .toList()) {
                    add(file);
                }
            }
        }
    }

    private Optional<Path> named(String word) {
        try {
            var file = files.root().resolve(word).normalize();
            return file.startsWith(files.root().normalize()) && Files.isRegularFile(file) ? Optional.of(file)
                    : Optional.empty();
        } catch (InvalidPathException e) {
            return Optional.empty();
        }
    }

    private void add(Path file) throws IOException, RefusedRun {
        var path = files.root().normalize().relativize(file.normalize()).toString().replace('\\', '/');
        if (!Files.isRegularFile(file) || !file.toRealPath().startsWith(root)) {
            throw new RefusedRun(
                    path + " leads out of the project, or nowhere; what is sent to a worker must be a file "
                            + "of the project");
        }
        if (!BundlePath.isSafe(path)) {
            throw new RefusedRun("'" + path + "' can't be sent under that name; use letters, digits, . _ and -");
        }
        chosen.put(path, file);
    }

    private CaseFiles bring(Blobs to) throws IOException, RefusedRun {
        var packed = new ArrayList<Bundle.File>();
        for (var each : chosen.entrySet()) {
            packed.add(describe(each.getKey(), each.getValue()));
        }
        var bundle = new Bundle(packed, files.scripts());
        var trouble = BundleLimits.trouble(bundle);
        if (trouble.isPresent()) {
            throw new RefusedRun(trouble.get());
        }
        for (var file : bundle.files()) {
            upload(file, to);
        }
        var list = Json.MAPPER.writeValueAsBytes(bundle);
        var name = Sha256.of(list);
        to.put(name, new ByteArrayInputStream(list));
        return new CaseFiles.Bundled(name);
    }

    private static Bundle.File describe(String path, Path file) throws IOException {
        try (var content = Files.newInputStream(file)) {
            return new Bundle.File(path, Sha256.of(content), Files.size(file), Files.isExecutable(file));
        }
    }

    private void upload(Bundle.File file, Blobs to) throws IOException, RefusedRun {
        var at = chosen.get(file.path());
        if (at != null && !to.has(file.sha256())) {
            try (var content = Files.newInputStream(at)) {
                to.put(file.sha256(), content);
            }
        }
    }

    /**
     * The project files that the cases of a run refer to.
     *
     * @param scripts the scripts folder, relative to the root; uploaded completely
     * @param folders folders of the cases' scripts, relative to the root; each uploaded completely
     * @param words words of the hooks' commands; files they name are uploaded
     * @param needed whether there are any hooks or scripts
     */
    public record ProjectFiles(Path root, String scripts, Set<String> folders, Set<String> words, boolean needed) {}
}
