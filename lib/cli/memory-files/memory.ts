import { formatCount } from "@/lib/memory/text/sentence"
import { mkdir, appendFile, readFile } from "node:fs/promises"
import { basename, join, resolve } from "node:path"
import { ownValue } from "@/lib/memory/text/own-value"
import { formatById } from "@/lib/formats/format-detection"
import { pathProblem } from "@/lib/files/unsafe-paths"
import { hashAt, replaceFile } from "@/lib/files/write-file"
import { command, type Command, wrongForm } from "../infra/command"
import { confirm, visible, visibleLines } from "../infra/terminal"
import { PLACE_OPTIONS } from "../infra/team-and-project"
import { refuse } from "../infra/exit-codes"
import { AGENT, DIRECTORY, oneOf } from "../infra/option-values"

const KAIZEN = ".kaizen"

export const memoryShowCommand: Command = command({
  name: "memory show",
  form: "memory show AGENT [--project P] [--team T] [--json]",
  about: "print an agent's memory file and its category's shared memory",
  purpose: "read",
  words: [1, 1],
  takes: [AGENT],
  options: PLACE_OPTIONS,
  examples: ["memory show unit-tester --project ledger"],
  async run({ words, values, server }) {
    const shown = await server.call("memory.show", { ...values, agent: words[0] })
    const shared = shown.also.map(
      ({ path, text }) =>
        `\n<!-- ${visible(path)}, shared by the agent's category -->\n\n${visibleLines(text)}`,
    )
    return { json: { ...shown }, text: [visibleLines(shown.text), ...shared].join("") }
  },
})

export const memoryInitCommand: Command = command({
  name: "memory init",
  form: "memory init AGENT [--project P] [--format F] [--dir D [--ignore]] [--team T] [--json]",
  about: "create an empty memory file for an agent, with the structure of the agent's format",
  purpose: "propose",
  words: [1, 1],
  takes: [AGENT],
  options: {
    ...PLACE_OPTIONS,
    format: {
      value: "F",
      about: "kaizen or claude-agent-memory (default: the format of the project's other agents, then kaizen)",
      takes: oneOf(["kaizen", "claude-agent-memory"]),
    },
    dir: {
      value: "D",
      about: "also write the file to this directory, where the agent loads it",
      takes: DIRECTORY,
    },
    ignore: { about: `with --dir, add ${KAIZEN}/ to the .gitignore file there` },
  },
  notes:
    "Existing memory is kept, both on the server and on disk. The command fails for agents that have opted out of memory.",
  examples: [
    "memory init unit-tester --project ledger",
    "memory init unit-tester --project ledger --dir . --ignore",
  ],
  async run({ words, values, on, server }) {
    const { dir, ...given } = values
    if (on.has("ignore") && dir === undefined)
      throw wrongForm(memoryInitCommand, "--ignore requires --dir, the directory of the .gitignore file")
    const { path, file, made, text } = await server.callOnce("memory.init", { ...given, agent: words[0] })
    const lines = [made ? `Created ${visible(path)}` : `${visible(path)} already exists`]
    if (dir === undefined)
      return { json: { path, file, made, written: null, ignored: false }, text: lines.join("\n") }
    const written = await createIfMissing(dir, path, text)
    lines.push(
      written
        ? `Written to ${visible(dir)}`
        : `${visible(path)} already exists in ${visible(dir)} and was not changed`,
    )
    const git = path.startsWith(`${KAIZEN}/`) ? await ignoreKaizen(dir, on.has("ignore")) : NOT_IGNORED
    return {
      json: { path, file, made, written: written ? `${dir}/${path}` : null, ignored: git.ignored },
      text: [...lines, ...git.lines].join("\n"),
    }
  },
})

const NOT_IGNORED = { ignored: false, lines: [] }

/**
 * Adds the Kaizen folder to .gitignore, if requested and not ignored yet. `ignored`: true if Git ignores the
 * folder afterwards.
 */
async function ignoreKaizen(
  dir: string,
  asked: boolean,
): Promise<{ ignored: boolean; lines: readonly string[] }> {
  if (await isIgnored(dir, KAIZEN)) return { ignored: true, lines: [] }
  if (!asked)
    return {
      ignored: false,
      lines: [`Git would track ${KAIZEN}/. To add it to .gitignore, repeat the command with --ignore`],
    }
  await addToGitignore(dir, KAIZEN)
  return { ignored: true, lines: [`Added ${KAIZEN}/ to .gitignore`] }
}

export const memoryBriefCommand: Command = command({
  name: "memory brief",
  form: "memory brief AGENT [--project P] [--team T] [--json]",
  about: "print what an agent should know before it starts, with citations",
  purpose: "read",
  words: [1, 1],
  takes: [AGENT],
  options: PLACE_OPTIONS,
  notes:
    "Prints the latest published orientation. If there is none, the built-in coach creates one by text matching, and\nif that finds nothing, the best entries that the agent loads are printed. The output says which one was used (with --json, in `from`).",
  examples: ["memory brief unit-tester --project ledger"],
  async run({ words, values, server }) {
    const brief = await server.call("brief.show", { ...values, agent: words[0] })
    return {
      json: { ...brief },
      text: brief.text === "" ? `No memory for ${visible(words[0] ?? "")} yet.` : visibleLines(brief.text),
    }
  },
})

export const memoryClearCommand: Command = command({
  name: "memory clear",
  form: "memory clear AGENT [--project P] [--yes] [--team T] [--json]",
  about: "delete all entries from an agent's memory (they can be restored from its history)",
  purpose: "decide",
  words: [1, 1],
  takes: [AGENT],
  options: { ...PLACE_OPTIONS, yes: { about: "do not ask for confirmation" } },
  notes: "The file's structure and front matter are kept, and so are logs and topics in other files.",
  examples: [
    "memory clear unit-tester --project ledger",
    "memory clear unit-tester --project ledger --yes --json",
  ],
  async run({ words, values, on, server }) {
    const of = { ...values, agent: words[0] as string }
    const { path, revision } = await server.call("memory.show", of)
    const sure =
      on.has("yes") || (await confirm(`Delete all entries from ${visible(path)}, revision ${revision}?`))
    if (sure === null)
      throw wrongForm(memoryClearCommand, "cannot ask for confirmation without a terminal: pass --yes")
    if (!sure) throw refuse("cancelled", `${path} was not changed`)
    const cleared = await server.callOnce("memory.clear", { ...of, base: revision })
    const others = cleared.others > 0 ? `. Kept ${formatCount(cleared.others, "other file")}` : ""
    return {
      json: { ...cleared },
      text:
        cleared.removed === 0
          ? `${visible(path)} had no entries${others}`
          : `Removed ${formatCount(cleared.removed, "entry")} from ${visible(path)}, now revision ${cleared.revision}${others}`,
    }
  },
})

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

/** Creates a file below a directory. Returns false if the file exists, and does not change it. */
async function createIfMissing(directory: string, path: string, text: string): Promise<boolean> {
  const root = await ensureDirectory(directory)
  try {
    const problem = await pathProblem(root, path)
    if (problem !== null) throw new Error(problem)
    const file = join(root, path)
    if ((await hashAt(file)) !== null) return false
    await replaceFile({ file, bytes: Buffer.from(text), expected: null })
    return true
  } catch (cause) {
    throw refuse("conflict", `${path} could not be created in ${root}: ${(cause as Error).message}`)
  }
}

/** True if the .gitignore file of this directory has a line for the folder. */
async function isIgnored(directory: string, folder: string): Promise<boolean> {
  return (await ignoreFile(directory))
    .split(/\r?\n/)
    .some((line) => [folder, `/${folder}`, `${folder}/`, `/${folder}/`].includes(line.trim()))
}

async function addToGitignore(directory: string, folder: string): Promise<void> {
  const before = await ignoreFile(directory)
  await appendFile(
    join(resolve(directory), ".gitignore"),
    `${before === "" || before.endsWith("\n") ? "" : "\n"}${folder}/\n`,
  )
}

async function ignoreFile(directory: string): Promise<string> {
  return readFile(join(resolve(directory), ".gitignore"), "utf8").catch((cause: NodeJS.ErrnoException) => {
    if (cause.code === "ENOENT") return ""
    throw refuse("forbidden", `.gitignore in ${directory} cannot be read (${cause.code})`)
  })
}

async function ensureDirectory(directory: string): Promise<string> {
  const root = resolve(directory)
  await mkdir(root, { recursive: true }).catch((cause: NodeJS.ErrnoException) => {
    throw refuse("invalid", `${root} cannot be created (${cause.code}): choose a directory with --dir`)
  })
  return root
}
