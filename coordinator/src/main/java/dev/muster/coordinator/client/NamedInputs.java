package dev.muster.coordinator.client;

import module java.base;

/** Tells runs of the same inputs, wherever in the project they were typed: paths count from the project's root. */
record NamedInputs(Path root, Path workingFolder) {

    private static final int LENGTH = 32;

    /** @param byFolder whether a project in another folder is another one; the order of inputs says nothing */
    String hash(List<String> inputs, boolean byFolder) {
        var names = Stream.concat(byFolder ? Stream.of(root.toAbsolutePath().normalize().toString()) : Stream.empty(),
                inputs.stream().map(this::name).sorted().distinct()).collect(Collectors.joining("\n"));
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256")
                    .digest(names.getBytes(StandardCharsets.UTF_8))).substring(0, LENGTH);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    private String name(String input) {
        try {
            var path = workingFolder.toAbsolutePath().resolve(input).normalize();
            return input.indexOf('*') >= 0 || Files.exists(path)
                    ? root.toAbsolutePath().normalize().relativize(path).toString().replace('\\', '/') : input;
        } catch (IllegalArgumentException e) {
            return input; // a message is no path, and a path may be on another drive
        }
    }
}
