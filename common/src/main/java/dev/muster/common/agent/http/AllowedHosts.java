package dev.muster.common.agent.http;

import module java.base;
import javax.net.SocketFactory;

/**
 * The hosts that the addresses in a suite and its configuration may lead to. The address of the connection is what
 * counts, whatever name it had when it was looked up.
 *
 * @param rules names ({@code api.example.com}, {@code *.example.com}, {@code *}), addresses and networks
 *     ({@code 10.0.0.0/8}); none allow every address but link-local ones, which only a rule for an address allows
 */
public record AllowedHosts(List<String> rules) {

    public static final AllowedHosts USUAL = new AllowedHosts(List.of());

    /** Addresses where clouds serve metadata and credentials, apart from link-local addresses. */
    private static final Set<InetAddress> METADATA = Stream.of("fd00:ec2::254", "fd20:ce::254", "100.100.100.200",
            "168.63.129.16", "192.0.0.192").map(InetAddress::ofLiteral).collect(Collectors.toUnmodifiableSet());

    /** @throws IllegalArgumentException with a sentence about a rule that is none */
    public static AllowedHosts parse(String list) {
        var rules = Stream.of(list.split(",", -1)).map(rule -> rule.strip().toLowerCase(Locale.ROOT))
                .filter(rule -> !rule.isEmpty()).toList();
        for (var rule : rules) {
            if (rule.contains("://") || (rule.contains("/") && network(rule).isEmpty()) || (rule.indexOf(':') >= 0
                    && network(rule).isEmpty())) {
                throw new IllegalArgumentException(
                        "'" + rule + "' is not a host; write names, *.example.com, addresses or "
                                + "networks such as 10.0.0.0/8, without scheme, port and path");
            }
        }
        return new AllowedHosts(rules);
    }

    /** Returns the list that {@link #parse} reads. */
    public String list() {
        return String.join(",", rules);
    }

    /** Returns sockets that connect to allowed addresses only. */
    public SocketFactory sockets() {
        return new CheckedSockets(list());
    }

    /** Returns the sentence of a refusal that made a call fail; empty when it failed otherwise. */
    public static Optional<String> refusal(Throwable failure) {
        return Stream.iterate(failure, Objects::nonNull, Throwable::getCause)
                .flatMap(each -> Stream.concat(Stream.of(each), Stream.of(each.getSuppressed())))
                .filter(Forbidden.class::isInstance).map(Throwable::getMessage).findFirst();
    }

    /** @throws Forbidden when nothing may be sent to this address */
    void check(InetSocketAddress place) throws Forbidden {
        var address = place.getAddress();
        var host = place.getHostString().toLowerCase(Locale.ROOT);
        if (address == null || rules.stream().map(AllowedHosts::network).flatMap(Optional::stream)
                .anyMatch(network -> network.holds(address))) {
            return;
        }
        var shown = host.equals(address.getHostAddress()) ? host : host + " (" + address.getHostAddress() + ")";
        if (isLinkLocal(address)) {
            throw new Forbidden(shown + " is a link-local or metadata address, which suites may not call; "
                    + "allow it with --allow-hosts " + address.getHostAddress());
        }
        if (!rules.isEmpty() && rules.stream().noneMatch(rule -> named(rule, host))) {
            throw new Forbidden(shown + " is not among the allowed hosts (" + String.join(", ", rules)
                    + "); allow it with --allow-hosts " + host);
        }
    }

    private static boolean named(String rule, String host) {
        return rule.equals("*") || rule.equals(host) || (rule.startsWith("*.") && host.endsWith(rule.substring(1)));
    }

    private static boolean isLinkLocal(InetAddress address) {
        return address.isLinkLocalAddress() || METADATA.contains(address)
                || embedded(address).filter(AllowedHosts::isLinkLocal).isPresent();
    }

    /**
     * Returns the IPv4 address inside of one that a translator (64:ff9b::/96, 64:ff9b:1::/48, 6to4) or an old system
     * leads there.
     */
    private static Optional<InetAddress> embedded(InetAddress address) {
        var bytes = address.getAddress();
        if (bytes.length != 16) {
            return Optional.empty();
        }
        boolean isSixToFour = bytes[0] == 0x20 && bytes[1] == 0x02;
        boolean isTranslated = Stream.of("64:ff9b::/96", "64:ff9b:1::/48")
                .anyMatch(prefix -> network(prefix).orElseThrow().holds(address));
        boolean isCompatible = Arrays.equals(bytes, 0, 12, new byte[12], 0, 12);
        if (!isSixToFour && !isTranslated && !isCompatible) {
            return Optional.empty();
        }
        try {
            return Optional.of(InetAddress.getByAddress(isSixToFour ? Arrays.copyOfRange(bytes, 2, 6)
                    : Arrays.copyOfRange(bytes, 12, 16)));
        } catch (UnknownHostException e) {
            throw new IllegalStateException("four bytes are an address", e);
        }
    }

    private static Optional<Network> network(String rule) {
        int slash = rule.indexOf('/');
        try {
            var address = InetAddress.ofLiteral(slash < 0 ? rule : rule.substring(0, slash));
            int all = address.getAddress().length * 8;
            int bits = slash < 0 ? all : Integer.parseInt(rule.substring(slash + 1));
            return bits < 0 || bits > all ? Optional.empty() : Optional.of(new Network(address, bits));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    private record Network(InetAddress address, int bits) {

        boolean holds(InetAddress other) {
            var mine = address.getAddress();
            var its = other.getAddress();
            return mine.length == its.length && IntStream.range(0, bits)
                    .allMatch(bit -> (((mine[bit / 8] ^ its[bit / 8]) >> (7 - bit % 8)) & 1) == 0);
        }
    }

    /** Thrown instead of connecting to an address that is not allowed; the message is a sentence. */
    static final class Forbidden extends IOException {

        Forbidden(String sentence) {
            super(sentence);
        }

    }
}
