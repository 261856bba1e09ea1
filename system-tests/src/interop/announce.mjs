// Tells the test that started this program where it listens, and ends when the test does.

export function announce(port) {
  console.log(port);
  // The pipe to the test breaks when the test's process goes, however it goes.
  process.stdin.on("end", () => process.exit(0));
  process.stdin.resume();
}
