export default class Echo {
  constructor(options) {
    this.config = options.config;
  }

  id() {
    return "echo-of-mine";
  }

  async callApi(prompt) {
    return { output: prompt };
  }
}
