package dev.muster.coordinator.suite;

import module java.base;

/** MIME types by file extension, the same on every machine. */
final class MimeTypes {

    private static final Map<String, String> BY_ENDING = Map.ofEntries(Map.entry("png", "image/png"),
            Map.entry("jpg", "image/jpeg"), Map.entry("jpeg", "image/jpeg"), Map.entry("gif", "image/gif"),
            Map.entry("webp", "image/webp"), Map.entry("svg", "image/svg+xml"), Map.entry("bmp", "image/bmp"),
            Map.entry("heic", "image/heic"), Map.entry("tif", "image/tiff"), Map.entry("tiff", "image/tiff"),
            Map.entry("mp3", "audio/mpeg"), Map.entry("wav", "audio/wav"), Map.entry("ogg", "audio/ogg"),
            Map.entry("flac", "audio/flac"), Map.entry("m4a", "audio/mp4"), Map.entry("webm", "audio/webm"),
            Map.entry("pdf", "application/pdf"), Map.entry("json", "application/json"),
            Map.entry("zip", "application/zip"), Map.entry("xml", "application/xml"), Map.entry("csv", "text/csv"),
            Map.entry("txt", "text/plain"), Map.entry("md", "text/markdown"), Map.entry("html", "text/html"),
            Map.entry("docx", "application/vnd.openxmlformats-officedocument.wordprocessingml.document"),
            Map.entry("xlsx", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"),
            Map.entry("pptx", "application/vnd.openxmlformats-officedocument.presentationml.presentation"));

    private MimeTypes() {}

    /**
     * @param name a file name or an address
     * @param kind {@code image}, {@code audio} or {@code file}: decides the type of an unknown extension
     */
    static String of(String name, String kind) {
        var path = name.replaceFirst("[?#].*$", "");
        var ending = path.substring(path.lastIndexOf('.') + 1).toLowerCase(Locale.ROOT);
        return BY_ENDING.getOrDefault(ending, likely(kind));
    }

    private static String likely(String kind) {
        return switch (kind) {
            case "image" -> "image/png";
            case "audio" -> "audio/mpeg";
            default -> "application/octet-stream";
        };
    }
}
