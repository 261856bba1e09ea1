package dev.muster.coordinator.report.junit;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.muster.common.message.CaseRef;
import dev.muster.common.model.Source;
import dev.muster.common.result.Cause;
import dev.muster.common.result.Status;
import dev.muster.common.testing.TestResult;
import dev.muster.coordinator.report.Golden;
import dev.muster.coordinator.report.SampleRun;
import dev.muster.coordinator.run.StoredCase;
import javax.xml.XMLConstants;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.transform.stream.StreamSource;
import javax.xml.validation.SchemaFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Element;

class JUnitResultsTest {

    @Test
    void itIsValidByTheRulesThatCiSystemsHoldItTo() throws Exception {
        // Given
        var schema = SchemaFactory.newInstance(XMLConstants.W3C_XML_SCHEMA_NS_URI)
                .newSchema(Objects.requireNonNull(JUnitResultsTest.class.getResource("junit.xsd")));

        // When
        var xml = written();

        // Then
        schema.newValidator().validate(new StreamSource(new ByteArrayInputStream(xml)));
        Golden.matches("junit.xml", new String(xml, StandardCharsets.UTF_8));
    }

    @Test
    void countsOfSuitesAreThoseOfTheirCases() throws Exception {
        // When
        var root = DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(new ByteArrayInputStream(written()))
                .getDocumentElement();

        // Then
        assertThat(root.getAttribute("tests")).isEqualTo("19");
        var suites = root.getElementsByTagName("testsuite");
        assertThat(suites.getLength()).isEqualTo(4);
        for (int i = 0; i < suites.getLength(); i++) {
            var suite = (Element) suites.item(i);
            assertThat(suite.getAttribute("tests")).isEqualTo(count(suite, "testcase"));
            assertThat(suite.getAttribute("failures")).isEqualTo(count(suite, "failure"));
            assertThat(suite.getAttribute("errors")).isEqualTo(count(suite, "error"));
            assertThat(suite.getAttribute("skipped")).isEqualTo(count(suite, "skipped"));
        }
    }

    @Test
    void aCaseOfATableNamesItsRow() throws Exception {
        var result = TestResult.of("t.yaml#refund[A1]", "refund[A1]").source(new Source("t.yaml", 4, "data.csv:2"))
                .status(Status.FAILED).cause(Cause.ASSERTION).make();
        var out = new ByteArrayOutputStream();
        SampleRun.tell(new JUnitResults(out), List.of(new StoredCase(new CaseRef("r", 0, 0, 0), 1, 1, "w", result,
                List.of())));

        assertThat(out.toString(StandardCharsets.UTF_8)).contains("name=\"refund[A1]\"", "file=\"t.yaml\" line=\"4\"",
                "<property name=\"row\" value=\"data.csv:2\"", "t.yaml:4 (data.csv:2)");
    }

    @Test
    void aFileWhoseCasesNameDifferentAgentsHasAllOfThemAsItsProperty() throws Exception {
        var out = new ByteArrayOutputStream();
        SampleRun.tell(new JUnitResults(out), IntStream.range(0, 3).mapToObj(number -> new StoredCase(
                new CaseRef("r", number, 0, 0), 1, 1, "w",
                TestResult.of("t.yaml#c" + number).agent(number == 1 ? "shop" : "help").make(), List.of())).toList());

        assertThat(out.toString(StandardCharsets.UTF_8)).contains("<property name=\"agent\" value=\"help, shop\"");
    }

    private static String count(Element suite, String element) {
        return String.valueOf(suite.getElementsByTagName(element).getLength());
    }

    private static byte[] written() throws Exception {
        var out = new ByteArrayOutputStream();
        SampleRun.tell(new JUnitResults(out), SampleRun.cases());
        return out.toByteArray();
    }
}
