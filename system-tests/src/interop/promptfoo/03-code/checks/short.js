module.exports = (output, context) => ({
  pass: output.length < 80,
  score: output.length < 40 ? 1 : 0.5,
  reason: `${output.length} characters about ${context.vars.topic}`,
});
