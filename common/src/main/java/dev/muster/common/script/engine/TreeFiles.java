package dev.muster.common.script.engine;

import module java.base;
import org.graalvm.polyglot.PolyglotException;
import org.graalvm.polyglot.SourceSection;
import org.graalvm.polyglot.io.FileSystem;
import org.jspecify.annotations.Nullable;

/** The file system of a script: the scripts folder as {@code /FOLDER}. Paths are names; no real file is opened. */
final class TreeFiles implements FileSystem {

    /** The module that scripts for Yao import; it is part of the host. */
    static final String RUNTIME = "@yao/runtime";
    /** The name under which a file exports its called function. */
    static final String CALLED = "muster$called";
    private static final byte[] RUNTIME_CODE = Run.resource("runtime.js").getBytes(StandardCharsets.UTF_8);

    private final SourceTree tree;
    private final Owner owner;
    private final Path root;
    private final String file;
    private final String called;
    final Set<String> read = new TreeSet<>();
    private @Nullable InvalidSource invalid;
    private String invalidPath = "";

    TreeFiles(SourceTree tree, Owner owner, String folder) {
        this(tree, owner, folder, "", "");
    }

    /** @param called a declaration of this file, which is exported too */
    TreeFiles(SourceTree tree, Owner owner, String folder, String file, String called) {
        this.tree = tree;
        this.owner = owner;
        this.root = Path.of("/" + folder);
        this.file = file;
        this.called = called;
    }

    boolean exportsMore() {
        return !called.isEmpty();
    }

    Path of(String file) {
        return root.resolve(file);
    }

    /** Returns the last file with invalid content; null when there was none. */
    @Nullable
    InvalidSource invalid() {
        return invalid;
    }

    String invalidPath() {
        return invalidPath;
    }

    /** Returns a file's name for errors: {@code FOLDER/file}. */
    String shown(String file) {
        return root.getFileName() + "/" + file;
    }

    /** Returns where an error of a script is, {@code FOLDER/file:line:column}; empty when unknown. */
    String place(PolyglotException e) {
        var sections = Stream.concat(Stream.of(e).map(PolyglotException::getSourceLocation),
                StreamSupport.stream(e.getPolyglotStackTrace().spliterator(), false)
                        .filter(PolyglotException.StackFrame::isGuestFrame)
                        .map(PolyglotException.StackFrame::getSourceLocation));
        return sections.map(this::place).filter(Objects::nonNull).findFirst().orElse("");
    }

    @Nullable
    String place(@Nullable SourceSection section) {
        var file = section == null ? null : name(section.getSource().getPath());
        var text = file == null ? null : tree.known(file);
        return section == null || file == null || text == null ? null
                : shown(file) + text.place(section.getStartLine(), section.getStartColumn());
    }

    /** Returns the path in the folder; null for a path outside it. */
    @Nullable
    String name(@Nullable String path) {
        if (path == null) {
            return null;
        }
        var absolute = Path.of(path).normalize();
        return absolute.startsWith(root) && !absolute.equals(root)
                ? root.relativize(absolute).toString().replace('\\', '/') : null;
    }

    @Override
    public Path parsePath(URI uri) {
        if (!"file".equals(uri.getScheme())) {
            throw new UnsupportedOperationException("only files of the scripts folder can be imported");
        }
        return Path.of(uri.getPath());
    }

    @Override
    public Path parsePath(String path) {
        return Path.of(path);
    }

    @Override
    public void checkAccess(Path path, Set<? extends AccessMode> modes, LinkOption... options) throws IOException {
        if (modes.contains(AccessMode.WRITE) || modes.contains(AccessMode.EXECUTE)) {
            throw new AccessDeniedException(path.toString());
        }
        found(path);
    }

    @Override
    public Path toAbsolutePath(Path path) {
        return root.resolve(path);
    }

    @Override
    public Path toRealPath(Path path, LinkOption... options) throws IOException {
        return of(found(path));
    }

    @Override
    public SeekableByteChannel newByteChannel(Path path, Set<? extends OpenOption> options,
            FileAttribute<?>... attributes) throws IOException {
        if (options.stream().anyMatch(option -> option != StandardOpenOption.READ)) {
            throw new ReadOnlyFileSystemException();
        }
        var name = found(path);
        if (name.equals(RUNTIME)) {
            return new TextChannel(RUNTIME_CODE);
        }
        read.add(name);
        var code = tree.get(name, owner).code();
        var more = exportsMore() && name.equals(file) ? "\nexport { " + called + " as " + CALLED + " };\n" : "";
        return new TextChannel((code + more).getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public Map<String, Object> readAttributes(Path path, String attributes, LinkOption... options) throws IOException {
        found(path);
        return Map.of("isRegularFile", true, "isDirectory", false, "isSymbolicLink", false, "isOther", false);
    }

    @Override
    public DirectoryStream<Path> newDirectoryStream(Path folder, DirectoryStream.Filter<? super Path> filter)
            throws IOException {
        throw new AccessDeniedException(folder.toString());
    }

    @Override
    public void createDirectory(Path folder, FileAttribute<?>... attributes) {
        throw new ReadOnlyFileSystemException();
    }

    @Override
    public void delete(Path path) {
        throw new ReadOnlyFileSystemException();
    }

    private String found(Path path) throws IOException {
        var name = name(root.resolve(path).toString());
        try {
            if (name != null && (name.equals(RUNTIME) || name.endsWith("/" + RUNTIME))) {
                return RUNTIME;
            }
            var found = name == null ? null : tree.find(name, owner);
            if (found == null) {
                throw new FileNotFoundException(path + " is not in the scripts folder");
            }
            return found;
        } catch (InvalidSource e) {
            invalid = e;
            invalidPath = String.valueOf(name);
            throw e;
        }
    }
}
