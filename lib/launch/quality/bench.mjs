// npm run bench [-- --json]: the figures of tests/bench, each with its target.
import "../node-version.mjs"
import { importTypeScript } from "../bundle.mjs"
import { prepare } from "../prepare.mjs"
import { root } from "../root.mjs"
import { lines } from "../step.mjs"

process.chdir(root)
process.env.NODE_ENV ||= "production"
lines.to = process.stderr // programs read the output of --json
await prepare(
  ["--proposals", "--beside", "--hooks", "--soak", "--faults"].some((one) => process.argv.includes(one))
    ? "pages"
    : "bundles",
)
await importTypeScript("tests/bench/main.ts", "bench")
