// npm run train [-- --measure]: trains the weights of lib/memory/poisoning, or only measures them on held-out parts.
import "../node-version.mjs"
import { importTypeScript } from "../bundle.mjs"
import { root } from "../root.mjs"

process.chdir(root)
const { train } = await importTypeScript("lib/launch/train/train.ts")
await train({ onlyMeasure: process.argv.includes("--measure") })
