// Test processes live for minutes: code that runs less often than this is not worth the time that V8 takes to optimize it.
require("node:v8").setFlagsFromString("--interrupt-budget=600000")
