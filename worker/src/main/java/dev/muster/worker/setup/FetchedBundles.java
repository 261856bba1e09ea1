package dev.muster.worker.setup;

import module java.base;

import dev.muster.common.bundle.CaseFiles;

/**
 * Fetches bundles by hash and keeps each as a read-only tree. A tree appears under its name only once it is complete,
 * so several workers may share the folder.
 */
public final class FetchedBundles implements Workspaces {

    private final Path folder;
    private final BlobSource source;
    private final ConcurrentHashMap<String, ReentrantLock> underWay = new ConcurrentHashMap<>();

    /** @param folder need not exist yet */
    public FetchedBundles(Path folder, BlobSource source) {
        this.folder = folder;
        this.source = source;
    }

    @Override
    public Workspace of(CaseFiles files) throws SetupFailed, InterruptedException {
        return switch (files) {
            case CaseFiles.Bundled(var sha256) -> fetched(sha256);
            case CaseFiles.InPlace elsewhere -> throw SetupFailed.files(
                    "the case's files are named by their path on the client's machine, and this worker is on another "
                            + "machine",
                    false);
            case CaseFiles.None none -> throw SetupFailed.files(NONE, false);
        };
    }

    /** One case fetches; others that need the same bundle wait for it. */
    private Workspace fetched(String sha256) throws SetupFailed, InterruptedException {
        var lock = underWay.computeIfAbsent(sha256, any -> new ReentrantLock());
        lock.lockInterruptibly();
        try {
            return new BundleTree(folder, sha256).placeOr(source);
        } catch (FileNotFoundException e) {
            throw SetupFailed.files(trouble(e), false);
        } catch (InvalidBundle e) {
            throw SetupFailed.files("the files of the case were refused: " + e.getMessage(), false);
        } catch (IOException e) {
            throw SetupFailed.files(trouble(e), true);
        } finally {
            lock.unlock();
        }
    }

    private String trouble(IOException e) {
        var reason = e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
        return "the files of the case could not be fetched from " + source + ": " + reason;
    }
}
