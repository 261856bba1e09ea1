// scripts/style.js
export function short(output, input, value) {
  const words = String(output).split(/\s+/).length;
  return {
    passed: words <= value,
    score: Math.min(1, value / words),
    reason: `${words} words, at most ${value} are allowed`,
  };
}
