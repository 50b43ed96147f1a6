// npm run check: types, format, lint, regular expressions and architecture, in seconds and without a database.
import "../node-version.mjs"
import { prepare } from "../prepare.mjs"
import { root } from "../root.mjs"
import { closing, runSuites } from "./suites.mjs"

process.chdir(root)
await prepare("code")
await closing(() => runSuites(["types", "format", "lint", "expressions", "architecture"]))
