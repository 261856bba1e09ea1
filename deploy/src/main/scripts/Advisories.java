import module java.base;
import module java.net.http;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Looks for published advisories about what bills of materials list: {@code java Advisories.java LIST BILL...}, with
 * Jackson on the class path. It asks the OSV database ({@code OSV_URL}, else osv.dev). Where that can't be reached, it
 * compares with the advisories that LIST knows. Exits 0 when there are none but those that LIST accepts, 1 when there
 * are, 2 when it could not look.
 */
final class Advisories {

    private static final JsonMapper JSON = new JsonMapper();
    private static final String OSV = "https://api.osv.dev";
    /** Queries in one request; a limit of the database. */
    private static final int BATCH = 1_000;
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    /** @param component a package URL without qualifiers, such as {@code pkg:maven/org.example/name@1.2} */
    private record Advisory(String component, String id, String hint) {}

    private final JsonNode list;
    private final List<String> components;

    private Advisories(JsonNode list, Collection<String> components) {
        this.list = list;
        this.components = List.copyOf(components);
    }

    public static void main(String... args) throws InterruptedException {
        try {
            var components = new TreeSet<String>();
            for (var bill : List.of(args).subList(1, args.length)) {
                JSON.readTree(Path.of(bill)).findValuesAsString("purl")
                        .forEach(purl -> components.add(purl.replaceFirst("[?#].*", "")));
            }
            components.removeIf(purl -> purl.startsWith("pkg:maven/dev.muster/"));
            if (components.isEmpty()) {
                throw new IllegalArgumentException("no component with a package URL in " + List.of(args));
            }
            System.exit(new Advisories(JSON.readTree(Path.of(args[0])), components).lookUp() ? 0 : 1);
        } catch (RuntimeException broken) {
            System.err.println("advisories: can't look: " + broken);
            System.exit(2);
        }
    }

    private boolean lookUp() throws InterruptedException {
        List<Advisory> all;
        try {
            all = askDatabase();
            System.out.println("advisories: " + components.size() + " components looked up at " + database());
        } catch (IOException unreachable) {
            all = compare();
            System.out.println("advisories: " + database() + " can't be reached (" + unreachable.getMessage() + "); "
                    + components.size() + " components compared with the list of " + list.path("date").asString());
        }
        var open = all.stream().filter(each -> !isAccepted(each)).toList();
        open.forEach(each -> System.out.println("  " + each.component + ": " + each.id + " (" + each.hint + ")"));
        System.out.println("advisories: " + open.size() + " open, " + (all.size() - open.size()) + " accepted");
        return open.isEmpty();
    }

    private static String database() {
        return Objects.requireNonNullElse(System.getenv("OSV_URL"), OSV);
    }

    /** Asks for all components, up to 1,000 in a request; of each answer only the ids matter. */
    private List<Advisory> askDatabase() throws IOException, InterruptedException {
        var found = new ArrayList<Advisory>();
        try (var client = HttpClient.newBuilder().connectTimeout(PATIENCE).build()) {
            for (int from = 0; from < components.size(); from += BATCH) {
                var some = components.subList(from, Math.min(components.size(), from + BATCH));
                var results = ask(client, some).path("results");
                if (results.size() != some.size()) {
                    throw new IOException("an answer to " + results.size() + " of " + some.size() + " questions");
                }
                for (int i = 0; i < some.size(); i++) {
                    var component = some.get(i);
                    results.path(i).path("vulns").findValuesAsString("id").forEach(id -> found.add(
                            new Advisory(component, id, "https://osv.dev/vulnerability/" + id)));
                }
            }
        }
        return found;
    }

    private JsonNode ask(HttpClient client, List<String> some) throws IOException, InterruptedException {
        var queries = some.stream().map(purl -> Map.of("package", Map.of("purl", purl))).toList();
        var request = HttpRequest.newBuilder(URI.create(database() + "/v1/querybatch")).timeout(PATIENCE)
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(JSON.writeValueAsString(Map.of("queries", queries)))).build();
        var response = client.send(request, HttpResponse.BodyHandlers.ofString());
        if (response.statusCode() != 200) {
            throw new IOException("HTTP " + response.statusCode());
        }
        return JSON.readTree(response.body());
    }

    /** Compares versions with those that the list calls fixed. */
    private List<Advisory> compare() {
        return components.stream().flatMap(component -> list.path("known").valueStream()
                .filter(known -> component.startsWith(known.path("package").asString() + "@")
                        && isBefore(component.substring(component.lastIndexOf('@') + 1), known.path("fixed").asString()))
                .flatMap(known -> known.path("ids").valueStream().map(id -> new Advisory(component, id.asString(),
                        "fixed in " + known.path("fixed").asString()))))
                .toList();
    }

    private boolean isAccepted(Advisory advisory) {
        return list.path("accepted").valueStream().anyMatch(each -> each.path("id").asString().equals(advisory.id)
                && advisory.component.startsWith(each.path("package").asString() + "@")
                && !LocalDate.now(ZoneOffset.UTC).isAfter(LocalDate.parse(each.path("until").asString())));
    }

    /** Compares number by number: all versions of the list consist of numbers. */
    private static boolean isBefore(String version, String fixed) {
        return Arrays.compare(numbers(version), numbers(fixed)) < 0;
    }

    private static int[] numbers(String version) {
        return Pattern.compile("\\d{1,9}").matcher(version).results().mapToInt(found -> Integer.parseInt(found.group()))
                .toArray();
    }
}
