// scripts/sums.js
export function cases({ count }) {
  return Array.from({ length: count }, (_, i) => ({
    id: `sum-${i}`,
    input: `What is ${13 + i} + ${27 + 3 * i}?`,
    assertions: [{ type: "equals", value: String(40 + 4 * i) }],
  }));
}
