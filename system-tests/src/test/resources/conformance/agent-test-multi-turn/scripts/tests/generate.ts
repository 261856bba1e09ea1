// Stands in for the generator that -i scripts:tests.generate names: a default export.
export default function (parameters: Record<string, unknown>) {
  return [
    { id: "S001", input: "I want to submit an expense", assertions: [{ type: "contains", value: "type" }] },
    { id: "S002", input: "What is the travel policy?", assertions: [{ type: "contains", value: "early" }] },
  ];
}
