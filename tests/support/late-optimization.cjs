// Test processes run for minutes, so V8 does not need to optimize code that runs less often than this.
require("node:v8").setFlagsFromString("--interrupt-budget=600000")
