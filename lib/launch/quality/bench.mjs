// npm run bench [-- --json]: the figures of tests/bench, each with its target. The usual figures are measured
// with the heap of the server, because a larger one is collected later and less often.
import "../node-version.mjs"
import { spawnSync } from "node:child_process"
import { importTypeScript } from "../bundle.mjs"
import { HEAP_FLAGS } from "../options.mjs"
import { prepare } from "../prepare.mjs"
import { root } from "../root.mjs"
import { lines } from "../run.mjs"

const asked = process.argv.slice(2)
if (process.execArgv.length === 0) {
  const isUsual = asked.every((one) => ["--json", "--entries"].includes(one) || !one.startsWith("--"))
  const flags = isUsual ? HEAP_FLAGS : ["--max-old-space-size=2048"]
  const { status } = spawnSync(process.execPath, [...flags, ...process.argv.slice(1)], { stdio: "inherit" })
  process.exit(status ?? 1)
}

process.chdir(root)
process.env.NODE_ENV ||= "production"
lines.to = process.stderr // programs read the output of --json
await prepare(
  ["--proposals", "--beside", "--hooks", "--soak", "--faults"].some((one) => asked.includes(one))
    ? "pages"
    : "bundles",
)
await importTypeScript("tests/bench/main.ts", "bench")
