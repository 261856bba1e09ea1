package dev.muster.coordinator.client;

import module java.base;
import dev.muster.common.channel.Channel;
import dev.muster.common.model.Conversation;
import dev.muster.common.model.TestCase;
import dev.muster.coordinator.run.CaseDefinition;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the resolved cases of a suite until all are validated: a small suite in memory, a large one in a temporary
 * file, so that memory use does not grow with the suite.
 */
public final class CaseSpool implements AutoCloseable {

    private static final int IN_MEMORY = 4 << 20;
    /** Maximum bytes of a case; an order also carries the target and its settings. */
    private static final int LARGEST = Channel.MAX_RECORD - (1 << 20);

    private ByteArrayOutputStream memory = new ByteArrayOutputStream();
    private @Nullable Path file;
    private @Nullable OutputStream toFile;
    private int cases;
    private boolean conversations;
    private int undecided;
    private long decided;

    /** Adds a case; false when it is too large for a message, with everything that travels along. */
    public boolean add(TestCase testCase) {
        var definition = CaseDefinition.of(testCase);
        var json = definition.json().getBytes(StandardCharsets.UTF_8);
        if (json.length > LARGEST) {
            return false;
        }
        try {
            SpooledCases.write(definition, json, out());
            cases++;
            undecided += definition.repeat() == null ? 1 : 0;
            decided += definition.repeat() == null ? 0 : definition.repeat();
            conversations |= isTurnByTurn(testCase.conversation());
            return true;
        } catch (IOException e) {
            throw new UncheckedIOException("the suite could not be kept in a temporary file", e);
        }
    }

    public int cases() {
        return cases;
    }

    /** Returns the total number of runs in one cell, with the repeats of cases that do not set any. */
    public long runs(int repeat) {
        return decided + (long) undecided * repeat;
    }

    private static boolean isTurnByTurn(Conversation conversation) {
        return switch (conversation) {
            case Conversation.Standard _,Conversation.ScriptTest _ -> false;
            case Conversation.Scripted _,Conversation.Dynamic _ -> true;
        };
    }

    /** Whether any case is a multi-turn conversation. */
    public boolean hasConversations() {
        return conversations;
    }

    /** Returns the cases in order; nothing may be added afterwards. */
    public SpooledCases read() throws IOException {
        return new SpooledCases(open(), cases);
    }

    @Override
    public void close() throws IOException {
        if (toFile != null) {
            toFile.close();
        }
        if (file != null) {
            Files.deleteIfExists(file);
        }
    }

    private OutputStream out() throws IOException {
        if (toFile != null) {
            return toFile;
        }
        return memory.size() < IN_MEMORY ? memory : moveToFile();
    }

    private OutputStream moveToFile() throws IOException {
        file = Files.createTempFile("muster-suite-", ".cases");
        var out = new BufferedOutputStream(Files.newOutputStream(file), 256 << 10);
        memory.writeTo(out);
        memory = new ByteArrayOutputStream();
        toFile = out;
        return out;
    }

    private InputStream open() throws IOException {
        if (file == null || toFile == null) {
            return new ByteArrayInputStream(memory.toByteArray());
        }
        toFile.flush();
        return new BufferedInputStream(Files.newInputStream(file), 256 << 10);
    }
}
