// scripts/customer.js
// Answers what it is asked. A model can do this too: set `use` to an agent of muster.yaml.
export function reply({ last_response, checkpoints_pending }) {
  if (checkpoints_pending && checkpoints_pending.length === 0) return { goal_achieved: true, input: "" };
  if (/how much/i.test(last_response)) return { input: "It was $62." };
  if (/type of expense/i.test(last_response)) return { input: "A team lunch." };
  return { input: "Yes, please." };
}
