export function reply(request) {
  return /sunday/i.test(request.input) ? "On Sundays we are closed."
    : { text: "We are open Monday to Saturday, 09:00 to 18:30.", usage: { input: 5, output: 12 } };
}
