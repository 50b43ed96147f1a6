import { ownValue } from "@/lib/memory/text/own-value"
import { mkdir } from "node:fs/promises"
import { basename, join, resolve } from "node:path"
import { formatById } from "@/lib/formats/format-detection"
import { command, type Command, wrongForm } from "../infra/command"
import { ensureDirectory, createIfMissing } from "./create-file"
import { DIRECTORY, oneOf } from "../infra/option-values"
import { visible } from "../infra/terminal-text"

const SCOPES = ["project", "team", "global"] as const

export const initCommand: Command = command({
  name: "init",
  form: "init [project|team|global] [ID] [--dir D] [--json]",
  about: "create the memory protocol folders in a directory",
  purpose: "files",
  words: [0, 2],
  takes: [oneOf(SCOPES), null],
  options: { dir: { value: "D", about: "the directory (default: the current one)", takes: DIRECTORY } },
  notes:
    "Creates memory/sessions, memory/teams, memory/projects/ID/memory.json and memory/global/memory.json. With project, team or global, creates only that folder and memory/sessions. ID names the project or the team (default for projects: the directory's name). Existing files are kept. Nothing is sent to the server until you run import.",
  examples: ["init", "init project ledger --dir ~/work/ledger", "init team core"],
  async run({ words, values }) {
    const [scope] = words
    const directory = await ensureDirectory(values.dir ?? ".")
    const id = idOf(words, directory)
    for (const folder of ["sessions", ...(scope === undefined ? ["teams"] : [])])
      await mkdir(join(directory, "memory", folder), { recursive: true })
    const text = formatById("memory-protocol").scaffold({
      agent: null,
      project: id,
      category: null,
      roles: [],
      date: "",
    })
    const outcomes = []
    for (const path of pathsOf(scope, id))
      outcomes.push({ path, made: await createIfMissing(directory, path, text) })
    const lines = outcomes.map(({ path, made: fresh }) => `${fresh ? "created" : "exists "}  ${path}`)
    const project = scope === "project" || scope === undefined ? ` --project ${id}` : ""
    return {
      json: {
        directory: resolve(directory),
        made: outcomes.filter((one) => one.made).map((one) => one.path),
        kept: outcomes.filter((one) => !one.made).map((one) => one.path),
      },
      text: visible(
        [...lines, "", `To import the files, run quarterdeck import ${values.dir ?? "."}${project}`].join(
          "\n",
        ),
      ),
    }
  },
})

/**
 * Returns the ID argument, by default the directory's name. Throws if the ID is invalid or does not fit the
 * scope.
 */
function idOf([scope, given]: readonly string[], directory: string): string {
  if (scope === "team" && given === undefined)
    throw wrongForm(initCommand, "ID is missing: enter the team's ID")
  if (scope === "global" && given !== undefined)
    throw wrongForm(initCommand, `unexpected argument ${JSON.stringify(given)}: global memory has no ID`)
  const id = given ?? basename(directory)
  if (ID.test(id)) return id
  throw wrongForm(
    initCommand,
    `${JSON.stringify(id)} is not a valid folder name: use letters, digits, dots, dashes and underscores`,
  )
}

function pathsOf(scope: string | undefined, id: string): readonly string[] {
  const paths = {
    project: `memory/projects/${id}/memory.json`,
    team: `memory/teams/${id}/memory.json`,
    global: "memory/global/memory.json",
  }
  if (scope === undefined) return [paths.project, paths.global]
  return [ownValue(paths, scope) ?? paths.project]
}

const ID = /^[\p{L}\p{N}][\p{L}\p{N}._-]{0,79}$/u
