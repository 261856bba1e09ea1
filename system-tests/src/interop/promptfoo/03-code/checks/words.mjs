export function hasTopic(output, { vars }) {
  return output.toLowerCase().includes(vars.topic);
}
