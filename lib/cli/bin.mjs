#!/usr/bin/env node
// The `quarterdeck` command. Bundles lib/cli if the bundles are missing or older than their sources, then
// runs them.
import "../launch/node-version.mjs"
import { existsSync } from "node:fs"
import { bundleCommands, commandBundle, loadCommand } from "../launch/command-bundle.mjs"
import { root } from "../launch/root.mjs"

const args = process.argv.slice(2)
const isHook = args[0] === "hook" && !["install", "remove", "status"].includes(args[1])

// A harness waits for its hooks, so a hook runs the existing bundle, even an outdated one. The next other
// command rebuilds it.
const served = isHook && existsSync(commandBundle("hook")) && (await run("hook"))
if (!served) await runCommand()

async function runCommand() {
  const isBuilt = existsSync(commandBundle("cli"))
  try {
    if (!isHook || !isBuilt) await bundleCommands()
  } catch (cause) {
    if (!isBuilt) {
      console.error(
        `quarterdeck could not be built (${cause.message.split("\n")[0]}): run npm install, or npm start once, in ${root}`,
      )
      process.exit(isHook ? 0 : 3)
    }
    // The clone is read-only, or has no bundler: the bundle that is there is used.
  }
  await run("cli")
}

async function run(name) {
  const { exports, keepCode } = loadCommand(name)
  const result = await exports.main(args, root)
  keepCode()
  return result
}
