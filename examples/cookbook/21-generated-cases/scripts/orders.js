// scripts/orders.js
export function cases({ from, count }) {
  return Array.from({ length: count }, (_, i) => from + i).map((number) => ({
    id: `order-${number}`,
    input: `Where is order ${number}?`,
    assertions: [{ type: "json_path", path: "$.order", value: number }],
  }));
}
