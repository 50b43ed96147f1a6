import { readdirSync, readFileSync } from "node:fs"
import { dirname, join, sep } from "node:path"
import { readFrontmatter } from "@/lib/formats/markdown/frontmatter"
import { indexLines } from "@/lib/formats/markdown/lines"
import type { Command, ParsedArguments } from "./command"
import { PLACE_OPTIONS } from "./place-options"
import { visible } from "./terminal-text"

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
