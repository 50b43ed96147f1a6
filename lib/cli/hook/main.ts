import { readArguments } from "../infra/command-line"
import { hookCommand, serveHook } from "./serve"
import { CommandError } from "../infra/exit-codes"
import { type Server, serverOf } from "../infra/server"
import { findEvent } from "../infra/hook-events"

/**
 * Runs `hook EVENT …` from a separate bundle, without loading the rest of the command line. Returns false for
 * everything else: other commands, invalid calls, help. The entry point of every bundle is called `main`,
 * because lib/cli/bin.mjs also runs bundles of an earlier version.
 */
export async function main(args: readonly string[], root: string): Promise<boolean> {
  const [name, event, ...rest] = args
  if (name !== "hook" || event === undefined || findEvent(event) === null) return false
  const given = argumentsOf([event, ...rest])
  if (given === null || given.on.size > 0) return false
  let server: Server | null = null
  const find = () => (server ??= serverOf(process.env, root, process.cwd()))
  return serveHook(given, { find, given: process.env.QUARTERDECK_URL ?? "" })
}

function argumentsOf(args: readonly string[]): ReturnType<typeof readArguments> | null {
  try {
    return readArguments(hookCommand, args)
  } catch (cause) {
    if (cause instanceof CommandError) return null
    throw cause
  }
}
