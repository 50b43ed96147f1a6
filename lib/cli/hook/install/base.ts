import { ownValue } from "@/lib/memory/text/own-value"
import { realpathSync, statSync } from "node:fs"
import { homedir } from "node:os"
import { basename, resolve } from "node:path"
import { refuse } from "../../infra/exit-codes"
import { isThisMachine } from "../../infra/server"
import type { InstallOptions } from "./part"
import { programHere } from "./program"
import type { Base, Scope } from "./settings/settings-files"

/**
 * Returns the folders in which settings are searched: the real paths of the folder and of the user's home.
 * Throws if the folder does not exist.
 */
export function baseOf(given: string | undefined): Base {
  const folder = resolve(given ?? ".")
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory())
    throw refuse("not-found", `${folder} is not a folder`)
  return { folder: realpathSync(folder), home: realpathSync(process.env.HOME || homedir()), env: process.env }
}

/** Returns the options of an installation, from the command line (`given`) and the environment. */
export function installOptions(
  base: Base,
  scope: Scope,
  given: Readonly<Record<string, string | undefined>>,
): InstallOptions {
  const named = Object.fromEntries(
    ["project", "agent", "team"].flatMap((name) => {
      const value = ownValue(given, name)
      return value === undefined ? [] : [[name, value]]
    }),
  )
  return {
    program: programHere(process.argv[1] ?? "", base.env),
    url: elsewhere(base.env.QUARTERDECK_URL),
    home: homeOf(base.env.QUARTERDECK_HOME),
    given: named,
    otherwise: scope === "user" ? {} : { project: base.env.QUARTERDECK_PROJECT || basename(base.folder) },
  }
}

/**
 * Returns the URL of a server on another machine. Null for this machine's server, and if the URL is missing,
 * contains a password, or characters that a shell or a settings file would interpret.
 */
function elsewhere(address: string | undefined): string | null {
  if (
    address === undefined ||
    !/^https?:\/\/[\w.:[\]/~%-]+$/.test(address) ||
    !URL.canParse(address) ||
    isThisMachine(address)
  )
    return null
  return address.replace(/\/+$/, "")
}

/**
 * Returns the data directory of this machine's server. Null if none is given, or if it contains characters
 * that a shell or a settings file would interpret.
 */
const homeOf = (given: string | undefined): string | null =>
  given && /^[\p{L}\p{N} .,:@+=_~%()/-]+$/u.test(given) ? resolve(given) : null
