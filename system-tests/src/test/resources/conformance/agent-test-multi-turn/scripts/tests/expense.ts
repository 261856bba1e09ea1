// Stands in for the generator that -i scripts:tests.expense.generate?scenario=approval-flow names: a named export.
export function generate(parameters: { scenario?: string }) {
  const assertions = [{ type: "contains", value: "under way" }];
  return { cases: [{ id: `S-${parameters.scenario}`, input: "Submit $100,000 equipment purchase", assertions }] };
}
