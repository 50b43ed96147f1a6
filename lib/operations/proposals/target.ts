import type { Tx } from "@/lib/db/infra/commit"
import {
  type FoundHead,
  type Head,
  type HeadEntry,
  findHead,
  findHeadAt,
  findHeads,
} from "@/lib/db/memory-files/current-revisions"
import { isId } from "@/lib/db/infra/identifiers"
import { listAgentNames } from "@/lib/db/agents/agent-names"
import { categoryOfAgent, taxonomyOf } from "@/lib/db/agents/categories"
import { formatById } from "@/lib/formats/identify"
import { audienceOf, COORDINATOR_SECTION, SHARED_SECTION } from "@/lib/memory/context/category-section"
import type { FormatId } from "@/lib/memory/memory-files/format"
import { rolesHeardBy, rosterOf } from "@/lib/memory/migration/roles"
import { done, type Outcome, refused } from "@/lib/memory/inputs/outcome"
import type { Scope } from "@/lib/memory/memory-files/scope"
import type { TaxonomyCategory } from "@/lib/memory/agents/taxonomy-placing"
import { emptyTopic, indexPathOf } from "@/lib/memory/memory-files/topic-file"
import type { VisibleProject } from "../teams/project-of"
import type { VisibleTeam } from "@/lib/db/teams/visible-teams"
import { workspaceHost } from "@/lib/db/agents/workspace-owner"
import { fileWithEntries } from "../writing/file-with-entries"
import { type Reading, storedFormat } from "../writing/revise"

/** Where a proposal would write: a file that stands, or one to be made from its format's empty form. */
export interface Target {
  readonly head: Head | null
  readonly entries: readonly HeadEntry[]
  readonly reading: Reading
  readonly path: string
  readonly format: FormatId
  readonly scope: Scope
  readonly agent: string | null
  readonly category: string | null
  /** The text that is written on. */
  readonly text: string
  /** Its category's memory was found for an agent that has no file of its own: the section that is the agent's. */
  readonly ownSection: string | null
}

export interface Wanted {
  /** Id or path of a file. */
  readonly file?: string | undefined
  readonly agent?: string | undefined
  readonly category?: string | undefined
  readonly scope?: Scope | undefined
}

interface Place {
  readonly team: VisibleTeam
  readonly project: VisibleProject
  /** ISO date, for the file that is made. */
  readonly today: string
}

/** Finds the file that is meant by its id or path, or as the memory of an agent, a category or a scope. */
export async function targetOf(place: Place, wanted: Wanted): Promise<Outcome<Target>> {
  const { team, project } = place
  if ([wanted.file, wanted.agent, wanted.category].filter((one) => one !== undefined).length > 1)
    return refused("invalid", "choose one of file, agent and category: a proposal changes one memory file")
  if (wanted.file !== undefined) {
    const head = isId(wanted.file)
      ? await findHead(team.id, wanted.file)
      : await findHeadAt(team.id, project.id, wanted.file)
    const named = head?.projectId === project.id && (isId(wanted.file) || head.state !== "gone") ? head : null
    return named
      ? done(await standing(team.id, named))
      : refused("not-found", `memory file not found in ${project.name}: ${wanted.file}`)
  }
  if (wanted.agent !== undefined) return agentMemory(place, wanted.agent)
  if (wanted.category !== undefined) return categoryMemory(place, wanted.category)
  return scopeMemory(place, wanted.scope ?? "project")
}

/** The same again, for a proposal that waits: by its file, or by the place where it would be made. */
export async function targetAgain(
  teamId: string,
  of: {
    fileId: string | null
    path: string
    format: FormatId
    scope: Scope
    agent: string | null
    category: string | null
    project: string
    today: string
  },
  tx?: Tx,
): Promise<Target | null> {
  return of.fileId === null ? newFile(teamId, of, tx) : targetOfFile(teamId, of.fileId)
}

export async function targetOfFile(teamId: string, fileId: string): Promise<Target | null> {
  const head = await findHead(teamId, fileId)
  return head && standing(teamId, head)
}

async function found(team: VisibleTeam, { id, path }: FoundHead): Promise<Outcome<Target>> {
  const target = await targetOfFile(team.id, id)
  return target ? done(target) : refused("not-found", `${path} no longer exists`)
}

async function standing(teamId: string, found: Head): Promise<Target> {
  const { head, entries, reading } = await fileWithEntries(teamId, found)
  return {
    head,
    entries,
    reading,
    path: head.path,
    format: head.format,
    scope: head.scope as Scope,
    agent: head.agent,
    category: head.category,
    text: head.text,
    ownSection: null,
  }
}

/** Of several files of an agent the one that is its curated memory: logs, topics and identities are written by others. */
const PREFERRED: readonly FormatId[] = [
  "kaizen",
  "category-memory",
  "claude-agent-memory",
  "memory-workspace",
  "openclaw-workspace",
  "agents-dir-memory",
  "memory-protocol",
  "claude-auto-memory",
  "cline-memory-bank",
  "serena-memories",
  "mcp-memory-graph",
  "run-cache",
]

/** Roles of files that hold curated memory. */
const CURATED: ReadonlySet<string> = new Set(["memory", "index", "shared"])

export function bestOf(heads: readonly FoundHead[]): FoundHead | null {
  const curated = heads.filter((one) => CURATED.has(one.role))
  return (
    curated.toSorted(
      (a, b) => PREFERRED.indexOf(a.format) - PREFERRED.indexOf(b.format) || a.path.length - b.path.length,
    )[0] ?? null
  )
}

/**
 * Where an agent writes: its own file; else its section of its category's memory, where the project keeps one for the category or no
 * agent of it keeps its own; else the workspace of the project's only agent; else a new file like those of its siblings.
 */
async function agentMemory(place: Place, agent: string): Promise<Outcome<Target>> {
  const { team, project } = place
  const best = bestOf(await findHeads(team.id, { projectId: project.id, agent }))
  if (best) return found(team, best)
  const host = await workspaceHost(team.id, { projectId: project.id, agent })
  const ofHost =
    host === null ? null : bestOf(await findHeads(team.id, { projectId: project.id, agent: host }))
  if (ofHost) return found(team, ofHost)
  const known = await listAgentNames(team.id, project.id)
  if (!mayNameAgent(agent) && (NO_FOLDER.test(agent) || !known.includes(agent)))
    return refused("invalid", noAgentName(agent))
  const heads = await findHeads(team.id, { projectId: project.id })
  const category = await categoryOfAgent(team.id, project.id, agent)
  const ofCategory = category === null ? null : await inCategory(place, { agent, category, heads })
  if (ofCategory) return ofCategory
  return newFileAt(team, project, {
    ...besideSiblings(agent, category, heads),
    scope: "project",
    agent,
    project: project.name,
    today: place.today,
  })
}

/** The memory that the agent's category shares, with the section for the agent; null where the project has none to share. */
export async function sharedWith(place: Place, agent: string): Promise<Target | null> {
  const { team, project } = place
  const category = await categoryOfAgent(team.id, project.id, agent)
  const heads = await findHeads(team.id, { projectId: project.id })
  const target = category === null ? null : await inCategory(place, { agent, category, heads })
  return target?.ok && target.value.head ? target.value : null
}

async function inCategory(
  place: Place,
  { agent, category, heads }: { agent: string; category: string; heads: readonly FoundHead[] },
): Promise<Outcome<Target> | null> {
  const ofCategories = heads.filter(
    (one) => one.format === "category-memory" && one.role === "memory" && one.agent === null,
  )
  const stands = ofCategories.some((one) => one.category === category)
  const othersHaveFiles = heads.some((one) => one.agent !== null && CURATED.has(one.role))
  if (ofCategories.length === 0 || (!stands && othersHaveFiles)) return null
  const target = await categoryMemory(place, category)
  if (!target.ok) return target
  const of = (await taxonomyOf(place.team.id)).find((one) => one.slug === category)
  return done({ ...target.value, ownSection: ownSectionOf(target.value, agent, of) })
}

/** The section of a category's memory that speaks to one of its agents; the name of a new one where there is none. */
function ownSectionOf(
  { reading, text }: Target,
  agent: string,
  category: TaxonomyCategory | undefined,
): string {
  if (category?.coordinator === agent) return COORDINATOR_SECTION
  const heard = reading.format
    .parse(text, reading.path)
    .sections.flatMap(({ name }) => {
      const audience = audienceOf(name)
      return audience?.kind === "role" && rolesHeardBy(agent).includes(audience.role)
        ? [{ name, role: audience.role }]
        : []
    })
    .toSorted((a, b) => b.role.length - a.role.length)
  const agents = [...new Set([...(category?.agents ?? []), agent])]
  return heard[0]?.name ?? rosterOf(agents).sectionOf(agent) ?? SHARED_SECTION
}

/** A path and a format as the siblings of an agent have them: in a folder of its name, or a file beside what its category shares. */
function besideSiblings(
  agent: string,
  category: string | null,
  heads: readonly FoundHead[],
): Pick<NewFile, "path" | "format" | "category"> {
  const shared = heads.find(
    (one) => one.format === "category-memory" && one.role === "shared" && one.category === category,
  )
  if (shared && category !== null) {
    const file = agent === `${category}-coordinator` ? "coordinator" : agent
    const folder = shared.path.slice(0, shared.path.lastIndexOf("/") + 1)
    return { path: `${folder}${file}.md`, format: "category-memory", category }
  }
  const sibling = bestOf(heads.filter((one) => one.agent !== null && one.path.split("/").includes(one.agent)))
  return {
    path: sibling
      ? sibling.path
          .split("/")
          .map((part) => (part === sibling.agent ? agent : part))
          .join("/")
      : `.kaizen/agents/${agent}/memory.md`,
    format: sibling?.format ?? "kaizen",
    category: null,
  }
}

async function categoryMemory({ team, project, today }: Place, category: string): Promise<Outcome<Target>> {
  const best = bestOf(
    (await findHeads(team.id, { projectId: project.id, category })).filter((one) => one.agent === null),
  )
  if (best) return found(team, best)
  if (!NAME.test(category))
    return refused(
      "invalid",
      `category: ${JSON.stringify(category)} is not a valid name: use letters, digits and dashes`,
    )
  const known = (await taxonomyOf(team.id)).map((one) => one.slug)
  if (!known.includes(category))
    return refused(
      "not-found",
      `category: category not found in ${team.name}: ${category}. Categories: ${known.toSorted().join(", ")}`,
    )
  const beside = (await findHeads(team.id, { projectId: project.id })).find(
    (one) =>
      one.format === "category-memory" &&
      one.category !== null &&
      one.path.endsWith(`/${one.category}/MEMORY.md`),
  )
  const path = beside?.category
    ? [...beside.path.split("/").slice(0, -2), category, "MEMORY.md"].join("/")
    : `.claude/agent-memory/${category}/MEMORY.md`
  return newFileAt(team, project, {
    path,
    format: "category-memory",
    scope: "project",
    agent: null,
    category,
    project: project.name,
    today,
  })
}

async function scopeMemory({ team, project, today }: Place, scope: Scope): Promise<Outcome<Target>> {
  if (scope === "session")
    return refused(
      "invalid",
      "session memory ends with its session and cannot be curated: propose to the project, an agent or a category",
    )
  const shared = (await findHeads(team.id, { projectId: project.id, scope })).filter(
    (one) => one.agent === null && one.category === null && one.role === "memory",
  )
  const stores = shared.filter((one) => one.format === "memory-protocol")
  const named = stores.find((one) => [project.slug, project.name, team.slug, team.name].includes(idOf(one)))
  if (stores.length > 1 && !named && scope !== "global")
    return refused(
      "invalid",
      `${project.name} has several files of this scope (${stores.map(({ path }) => path).join(", ")}): choose one with file`,
    )
  const best = named ?? stores[0] ?? bestOf(shared)
  if (best) return found(team, best)
  const path =
    scope === "global"
      ? "memory/global/memory.json"
      : scope === "team"
        ? `memory/teams/${team.slug}/memory.json`
        : `memory/projects/${project.slug}/memory.json`
  return newFileAt(team, project, {
    path,
    format: "memory-protocol",
    scope,
    agent: null,
    category: null,
    project: project.name,
    today,
  })
}

/** "ledger" of memory/projects/ledger/memory.json */
const idOf = ({ path }: FoundHead): string => path.split("/").at(-2) ?? ""

/** A topic file that is to stand beside its index; the file at its path, where one stands or stood there. */
export async function topicBeside(
  { team, project, today }: Place,
  index: Head,
  path: string,
): Promise<Target> {
  const of = {
    path,
    format: index.format,
    scope: index.scope as Scope,
    agent: index.agent,
    category: index.category,
    project: project.name,
    today,
  }
  const made = await newFileAt(team, project, of)
  return made.ok ? made.value : newFile(team.id, of)
}

/** Where a file stood that its source no longer has, none is made: it is that file, gone. */
async function newFileAt(team: VisibleTeam, project: VisibleProject, of: NewFile): Promise<Outcome<Target>> {
  const there = await findHeadAt(team.id, project.id, of.path)
  return done(there ? await standing(team.id, there) : await newFile(team.id, of))
}

interface NewFile {
  readonly path: string
  readonly format: FormatId
  readonly scope: Scope
  readonly agent: string | null
  readonly category: string | null
  readonly project: string
  readonly today: string
}

/** Whether a new agent may be called so. */
export const mayNameAgent = (agent: string): boolean => NAME.test(agent)
export const noAgentName = (agent: string): string =>
  `agent: ${JSON.stringify(agent)} is not a valid name: use letters, digits, dots, dashes and underscores, at most 80`

const NAME = /^[\p{L}\p{N}][\p{L}\p{N}._-]{0,79}$/u
/** An agent's definition may call it anything; what is made for it stays in a folder of its name. */
const NO_FOLDER = /[/\\]|^\.+$/

/** A category's memory has a section for each of those that the team's taxonomy says belong to it. */
async function newFile(
  teamId: string,
  { path, format: id, scope, agent, category, project, today }: NewFile,
  tx?: Tx,
): Promise<Target> {
  const format = storedFormat(id)
  const of =
    category === null ? undefined : (await taxonomyOf(teamId, tx)).find((one) => one.slug === category)
  const text =
    indexPathOf({ format: id, path }) !== null
      ? emptyTopic(path)
      : formatById(id).scaffold({
          agent,
          project,
          category,
          categoryName: of?.name ?? null,
          roles: of?.agents ?? [],
          date: today,
        })
  return {
    head: null,
    entries: [],
    reading: { format, path },
    path,
    format: id,
    scope,
    agent,
    category,
    text,
    ownSection: null,
  }
}
