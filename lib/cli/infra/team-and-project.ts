import { readdirSync, readFileSync } from "node:fs"
import { dirname, join, sep } from "node:path"
import { readFrontmatter } from "@/lib/formats/markdown/frontmatter"
import { indexLines } from "@/lib/formats/markdown/lines"
import type { OutputOf } from "@/lib/http/contract"
import { CONTEXT_FORMATS } from "@/lib/memory/context/context-entry"
import type { Command, ParsedArguments, Option } from "./command"
import { visible } from "./terminal"
import { refuse } from "./exit-codes"
import type { Server } from "./server"
import { oneOf, PROJECT, TEAM, wholeNumber } from "./option-values"

interface Current {
  readonly project: string
  readonly team?: string
  /** Source of the project, for a message. */
  readonly from: string
}

/**
 * Returns the options, with the current project if the command needs one and none is given. The current
 * project is QUARTERDECK_PROJECT, else the project imported from or synced with the folder around the current
 * directory, else the project named in the nearest Kaizen memory. Prints the project and its source.
 */
export async function withCurrentProject(
  command: Command,
  { words, values }: Pick<ParsedArguments, "words" | "values">,
  { server, screen }: Pick<ParsedArguments, "server" | "screen">,
): Promise<ParsedArguments["values"]> {
  const isNeeded =
    command.needsProject?.({ words, values }) ?? command.options.project === PLACE_OPTIONS.project
  if (!isNeeded || values.project !== undefined) return values
  const current = byEnvironment() ?? (await byFolder(server, process.cwd()))
  if (current === null) return values
  screen.say(`Project ${visible(current.project)}, ${current.from}`)
  const { project, team } = current
  return { ...values, project, ...(team === undefined || values.team !== undefined ? {} : { team }) }
}

function byEnvironment(): Current | null {
  const { QUARTERDECK_PROJECT: project, QUARTERDECK_TEAM: team } = process.env
  return project ? { project, ...(team ? { team } : {}), from: "from QUARTERDECK_PROJECT" } : null
}

async function byFolder(server: ParsedArguments["server"], folder: string): Promise<Current | null> {
  const { here, teams } = await server.call("place.list", { folder: folder.split(sep).join("/") })
  if (here) return { ...here, from: "imported from this folder" }
  const names = new Set(teams.flatMap(({ projects }) => projects.flatMap(({ slug, name }) => [slug, name])))
  const named = byKaizen(folder)
  return named && names.has(named.project) ? named : null
}

/**
 * Returns the project named in the first Kaizen memory of this folder, or of the nearest folder above. Null
 * if there is none.
 */
function byKaizen(folder: string): Current | null {
  const agents = join(folder, ".kaizen", "agents")
  for (const agent of namesIn(agents)) {
    const path = join(agents, agent, "memory.md")
    const project = projectIn(path)
    if (project !== null) return { project, from: `from ${path}` }
  }
  return dirname(folder) === folder ? null : byKaizen(dirname(folder))
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder).toSorted()
  } catch {
    return []
  }
}

function projectIn(path: string): string | null {
  try {
    const text = readFileSync(path, "utf8")
    return readFrontmatter(text, indexLines(text), true)?.values.get("project")?.value || null
  } catch {
    return null
  }
}

export type TeamName = OutputOf<"team.list">["teams"][number]

/** Returns all teams except sample teams, or the sample teams if there are no others. */
export async function ownTeams(server: Server): Promise<readonly TeamName[]> {
  const { teams } = await server.call("team.list", {})
  const own = teams.filter((team) => !team.sample)
  return own.length > 0 ? own : teams
}

/**
 * Returns the given team, else the team of the given project, else the only team. Throws if there are several
 * teams or none.
 */
export async function oneTeam(
  server: Server,
  named: { readonly team?: string | undefined; readonly project?: string | undefined },
): Promise<string> {
  if (named.team !== undefined) return named.team
  if (named.project !== undefined)
    return (await server.call("context.rank", { project: named.project, limit: 1 })).team
  const teams = await ownTeams(server)
  const [only, another] = teams
  if (only && !another) return only.slug
  throw refuse(
    "invalid",
    only
      ? `there are several teams: choose a team with --team (${teams.map((team) => team.name).join(", ")}) or a project with --project`
      : "you are not a member of any team. Ask a lead to invite you",
  )
}

/** Options to choose the project of a command. */
export const PLACE_OPTIONS = {
  project: {
    value: "P",
    about:
      "the project (default: QUARTERDECK_PROJECT, then the current folder's project, then the project named in that folder's Kaizen memory, then your only project)",
    takes: PROJECT,
  },
  team: {
    value: "T",
    about:
      "the team. Required if the project does not identify it. Your own teams take precedence over samples",
    takes: TEAM,
  },
} as const satisfies Readonly<Record<string, Option>>

/** Options for the content of a context. */
export const CONTEXT_OPTIONS = {
  task: { value: "T", about: "the task; matching entries come first" },
  budget: {
    value: "TOKENS",
    about: "maximum number of tokens (default: 2,000)",
    takes: wholeNumber(1, 200_000),
  },
  limit: { value: "N", about: "maximum number of entries (default: 10)", takes: wholeNumber(1, 500) },
  format: {
    value: "F",
    about: "output format: markdown, text, json or lines (default: markdown)",
    takes: oneOf(CONTEXT_FORMATS),
  },
} as const satisfies Readonly<Record<string, Option>>
