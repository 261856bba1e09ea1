package dev.muster.worker.setup;

import module java.base;
import dev.muster.common.bundle.Bundle;
import dev.muster.common.bundle.BundleLimits;
import dev.muster.common.bundle.Sha256;
import dev.muster.common.json.Json;
import dev.muster.common.json.JsonTrouble;
import dev.muster.common.secret.PrivateFolder;
import tools.jackson.core.JacksonException;

/**
 * One bundle on this machine: {@code <sha256>/tree} with the files, and {@code <sha256>/bundle.json}, the hashed list
 * of them.
 */
final class BundleTree {

    private static final int LARGEST_LIST = 8 << 20;
    private static final String LIST = "bundle.json";
    private static final String TREE = "tree";

    private final Path folder;
    private final String sha256;

    BundleTree(Path folder, String sha256) {
        this.folder = folder;
        this.sha256 = sha256;
    }

    /** Returns the tree; fetches it if it is missing. */
    Workspace placeOr(BlobSource source) throws IOException, InvalidBundle, InterruptedException {
        if (!Sha256.isOne(sha256)) {
            throw new InvalidBundle("'" + sha256 + "' is not a SHA-256");
        }
        var place = folder.resolve(sha256);
        if (!Files.isDirectory(place)) {
            fetch(source, place);
        }
        var bundle = parse(Files.readAllBytes(place.resolve(LIST)));
        return new Workspace(place.resolve(TREE), place.resolve(TREE).resolve(bundle.scripts()));
    }

    private void fetch(BlobSource source, Path place) throws IOException, InvalidBundle, InterruptedException {
        PrivateFolder.make(folder);
        var making = Files.createTempDirectory(folder, ".making-");
        try {
            fill(source, making);
            Files.move(making, place, StandardCopyOption.ATOMIC_MOVE);
        } catch (FileSystemException e) {
            if (!Files.isDirectory(place)) {
                throw e;
            }
            // another process was faster, and its tree is identical
        } finally {
            delete(making);
        }
    }

    private void fill(BlobSource source, Path making) throws IOException, InvalidBundle, InterruptedException {
        var list = list(source);
        Files.write(making.resolve(LIST), list);
        var tree = Files.createDirectory(making.resolve(TREE));
        for (var file : parse(list).files()) {
            lay(source, file, tree);
        }
        permit(tree, "r-x------");
    }

    private byte[] list(BlobSource source) throws IOException, InvalidBundle, InterruptedException {
        try (var in = source.open(sha256)) {
            var list = in.readNBytes(LARGEST_LIST + 1);
            if (list.length > LARGEST_LIST || !Sha256.of(list).equals(sha256)) {
                throw new InvalidBundle("the list of files does not have the hash " + sha256);
            }
            return list;
        }
    }

    private static Bundle parse(byte[] list) throws InvalidBundle {
        try {
            var bundle = Json.MAPPER.readValue(list, Bundle.class);
            var trouble = BundleLimits.trouble(bundle);
            if (trouble.isPresent()) {
                throw new InvalidBundle(trouble.get());
            }
            return bundle;
        } catch (JacksonException e) {
            throw new InvalidBundle("the list of files can't be read: " + JsonTrouble.of(e));
        }
    }

    private static void lay(BlobSource source, Bundle.File file, Path tree)
            throws IOException, InvalidBundle, InterruptedException {
        var at = tree.resolve(file.path());
        Files.createDirectories(at.getParent());
        try (var in = source.open(file.sha256())) {
            copy(in, file, at);
        }
        Files.setPosixFilePermissions(at,
                PosixFilePermissions.fromString(file.executable() ? "r-x------" : "r--------"));
    }

    /** Never reads beyond the size in the list. */
    private static void copy(InputStream in, Bundle.File file, Path at) throws IOException, InvalidBundle {
        var digest = Sha256.digest();
        long left = file.size();
        var chunk = new byte[64 << 10];
        try (var out = Files.newOutputStream(at, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
            for (int n = in.read(chunk); n >= 0 && left >= 0; n = in.read(chunk)) {
                left -= n;
                digest.update(chunk, 0, n);
                out.write(chunk, 0, n);
            }
        }
        if (left != 0 || !Sha256.text(digest.digest()).equals(file.sha256())) {
            throw new InvalidBundle("the content of " + file.path() + " does not have the hash " + file.sha256());
        }
    }

    private static void permit(Path tree, String permissions) throws IOException {
        for (var each : inner(tree)) {
            if (Files.isDirectory(each)) {
                Files.setPosixFilePermissions(each, PosixFilePermissions.fromString(permissions));
            }
        }
    }

    private static void delete(Path making) throws IOException {
        if (Files.isDirectory(making)) {
            permit(making, "rwx------");
            for (var each : inner(making)) {
                Files.delete(each);
            }
        }
    }

    /** Returns the paths, deepest first. */
    private static List<Path> inner(Path folder) throws IOException {
        try (Stream<Path> all = Files.walk(folder)) {
            return all.sorted(Comparator.reverseOrder()).toList();
        }
    }
}
