package dev.muster.common.leader;

import module java.base;
import dev.muster.common.config.UrlPort;

/** The URLs of a fleet's coordinators, at least one: one of them leads, the others stand by. */
public record Coordinators(List<URI> addresses) {

    /** A header of every response of a standby: the caller then tries another coordinator. */
    public static final String STANDBY = "Muster-Standby";

    public Coordinators {
        addresses = List.copyOf(addresses);
        if (addresses.isEmpty()) {
            throw new IllegalArgumentException("a fleet needs at least one coordinator");
        }
    }

    public static Coordinators at(URI address) {
        return new Coordinators(List.of(address));
    }

    /** Parses comma-separated URLs; an IllegalArgumentException says which is not valid. */
    public static Coordinators parse(String text) {
        return new Coordinators(Stream.of(text.split(",", -1)).map(each -> address(each.strip())).toList());
    }

    @Override
    public String toString() {
        return addresses.stream().map(URI::toString).collect(Collectors.joining(","));
    }

    private static URI address(String text) {
        UrlPort.trouble(text).ifPresent(sentence -> {
            throw new IllegalArgumentException("'" + text + "': " + sentence);
        });
        try {
            var address = URI.create(text);
            if (address.getHost() != null && String.valueOf(address.getScheme()).startsWith("http")) {
                return address;
            }
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(invalid(text), e);
        }
        throw new IllegalArgumentException(invalid(text));
    }

    private static String invalid(String text) {
        return "'" + text + "' is not a valid URL such as http://127.0.0.1:7070; separate several with commas";
    }
}
