// Stands in for the script that the example names: the amounts in the reply lie between the two limits.
export default function (output: string, input: unknown, value: unknown, context: { metadata: any }) {
  const { min_amount, max_amount } = context.metadata;
  const amounts = [...output.matchAll(/\$(\d+)/g)].map((match) => Number(match[1]));
  if (amounts.length === 0) {
    return { pass: false, message: "no amount in the reply" };
  }
  return amounts.every((amount) => amount >= min_amount && amount <= max_amount);
}
