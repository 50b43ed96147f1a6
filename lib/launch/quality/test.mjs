// npm test: everything, from a fresh clone. npm test -- unit data runs those suites alone (types, format, lint, expressions, unit, data, browser).
import "../node-version.mjs"
import { findBrowser, useMemoryFolder } from "./test-environment.mjs"
import { prepare } from "../prepare.mjs"
import { Refusal } from "../refusal.mjs"
import { root } from "../root.mjs"
import { step } from "../run.mjs"
import { ALL, closing, runSuites, SUITES } from "./suites.mjs"

process.chdir(root)
useMemoryFolder()
await closing(async () => {
  const asked = process.argv.slice(2)
  const unknown = asked.find((name) => !Object.hasOwn(SUITES, name))
  if (unknown)
    throw new Refusal(`Unknown suite "${unknown}". Usage: npm test -- ${Object.keys(SUITES).join(" | ")}`)
  const chosen = asked.length ? asked : ALL
  if (!chosen.includes("browser")) {
    await prepare("code")
    return runSuites(chosen)
  }
  await prepare("bundles")
  await step("Browser", findBrowser)
  return runSuites(chosen, { preparePages: () => prepare("pages") })
})
