import { accessSync, constants, realpathSync, statSync } from "node:fs"
import { delimiter, join } from "node:path"
import type { Environment } from "../harnesses/harness"
import { type Program, shellWords } from "./our-command"

/** Returns how to call this command: by name if that is on the PATH, else with Node and its file. */
export function programHere(file: string, env: Environment): Program {
  const real = realpathSync(file)
  return onPath("quarterdeck", env)?.real === real
    ? { words: ["quarterdeck"], here: false }
    : { words: ["node", real], here: true }
}

/** Returns why an installed command cannot run here, or null. */
export function whyNotRun(line: string, env: Environment): string | null {
  const words = shellWords(line.replace(/^(?:QUARTERDECK_[A-Z]+="[^"]*" )*/, "")) ?? []
  const [program, file] = words
  if (program === undefined) return "its command cannot be parsed"
  if (program.includes("/") ? !isExecutable(program) : onPath(program, env) === null)
    return program.includes("/")
      ? `${program} does not exist or is not executable`
      : `${program} is not on the PATH`
  return file?.endsWith(".mjs") && !isFile(file) ? `${file} does not exist` : null
}

function onPath(name: string, env: Environment): { real: string } | null {
  const found = (env.PATH ?? "")
    .split(delimiter)
    .filter((folder) => folder !== "")
    .map((folder) => join(folder, name))
    .find(isExecutable)
  return found === undefined ? null : { real: realpathSync(found) }
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return isFile(file)
  } catch {
    return false
  }
}

const isFile = (file: string): boolean => statSync(file, { throwIfNoEntry: false })?.isFile() ?? false
