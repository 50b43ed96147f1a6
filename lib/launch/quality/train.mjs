// npm run train [-- --measure]: makes the weights of lib/memory/poisoning anew, or only measures them on parts that were left out.
import "../node-version.mjs"
import { importTypeScript } from "../bundle.mjs"
import { root } from "../root.mjs"

process.chdir(root)
const { train } = await importTypeScript("lib/launch/train/train.ts")
await train({ onlyMeasure: process.argv.includes("--measure") })
