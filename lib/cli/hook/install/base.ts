import { ownValue } from "@/lib/memory/text/own-value"
import { realpathSync, statSync } from "node:fs"
import { homedir } from "node:os"
import { basename, resolve } from "node:path"
import { refuse } from "../../infra/refusal"
import { isThisMachine } from "../../infra/server"
import type { InstallOptions } from "./part"
import { programHere } from "./program"
import type { Base, Scope } from "./settings/place"

/** Where settings are looked for: the folder as it was given, with its links resolved, and the home of whoever asks. */
export function baseOf(given: string | undefined): Base {
  const folder = resolve(given ?? ".")
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory())
    throw refuse("not-found", `${folder} is not a folder`)
  return { folder: realpathSync(folder), home: realpathSync(process.env.HOME || homedir()), env: process.env }
}

/** What is to stand in settings, by this command line, this environment and what was given. */
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

/** A server on another machine, where its address holds nothing that a shell or a file would read otherwise, and no password. */
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

/** A server of this machine that keeps its data elsewhere, where its place holds nothing that a shell or a file would read otherwise. */
const homeOf = (given: string | undefined): string | null =>
  given && /^[\p{L}\p{N} .,:@+=_~%()/-]+$/u.test(given) ? resolve(given) : null
