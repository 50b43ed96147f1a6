import { folderPrefix } from "@/lib/memory/memory-files/paths"
import { type Visibility, wholeTeamUnchecked } from "@/lib/memory/teams/visibility"
import type { Tx } from "@/lib/db/infra/commit"
import {
  type FoundFile,
  type CurrentFile,
  type CurrentEntry,
  findCurrentFile,
  findCurrentFileAt,
  findCurrentFiles,
} from "@/lib/db/memory-files/current-revisions"
import { isId } from "@/lib/db/infra/identifiers"
import { listAgentNames } from "@/lib/db/agents/agent-names"
import { categoryOfAgent, taxonomyOf } from "@/lib/db/agents/categories"
import { formatById } from "@/lib/formats/format-detection"
import { audienceOf, COORDINATOR_SECTION, SHARED_SECTION } from "@/lib/memory/context/category-section"
import type { FormatId, Scope } from "@/lib/memory/memory-files/format"
import { rolesReadBy, listRoleSections } from "@/lib/memory/migration/role-sections"
import { done, type Outcome, refused } from "@/lib/memory/inputs/outcome"
import type { TaxonomyCategory } from "@/lib/memory/agents/categories"
import { emptyTopic, indexPathOf } from "@/lib/memory/memory-files/topic-files"
import type { VisibleProject } from "../teams/team-and-project"
import type { VisibleTeam } from "@/lib/db/teams/teams"
import { workspaceHost } from "@/lib/db/agents/workspaces"
import { fileWithEntries, type Reading, storedFormat } from "../writing/revise-head"

/**
 * The file that a proposal would write: an existing one, or a new one with the empty structure of its format.
 */
export interface Target {
  readonly head: CurrentFile | null
  readonly entries: readonly CurrentEntry[]
  readonly reading: Reading
  readonly path: string
  readonly format: FormatId
  readonly scope: Scope
  readonly agent: string | null
  readonly category: string | null
  /** Text that the proposal changes. */
  readonly text: string
  /**
   * Section for the agent, if the agent has no file of its own and the target is the memory of its category.
   * Else null.
   */
  readonly ownSection: string | null
}

export interface TargetReference {
  /** Id or path of a file. */
  readonly file?: string | undefined
  readonly agent?: string | undefined
  readonly category?: string | undefined
  readonly scope?: Scope | undefined
}

interface TargetPlace {
  readonly team: VisibleTeam
  readonly project: VisibleProject
  /** ISO date for a new file. */
  readonly today: string
}

/**
 * Finds the target by the id or path of a file, or as the memory of an agent, a category or a scope. Refuses
 * if none or several are named.
 */
export async function targetOf(place: TargetPlace, wanted: TargetReference): Promise<Outcome<Target>> {
  const { team, project } = place
  if ([wanted.file, wanted.agent, wanted.category].filter((one) => one !== undefined).length > 1)
    return refused(
      "invalid",
      "choose only one of file, agent and category. A proposal changes one memory file",
    )
  if (wanted.file !== undefined) {
    const head = isId(wanted.file)
      ? await findCurrentFile(wholeTeamUnchecked(team.id), wanted.file)
      : await findCurrentFileAt(wholeTeamUnchecked(team.id), project.id, wanted.file)
    const named = head?.projectId === project.id && (isId(wanted.file) || head.state !== "gone") ? head : null
    return named
      ? done(await standing(wholeTeamUnchecked(team.id), named))
      : refused("not-found", `memory file not found in ${project.name}: ${wanted.file}`)
  }
  if (wanted.agent !== undefined) return agentMemory(place, wanted.agent)
  if (wanted.category !== undefined) return categoryMemory(place, wanted.category)
  return scopeMemory(place, wanted.scope ?? "project")
}

/** Finds the current target of a waiting proposal: its file, or the path of the new file. */
export async function findTargetAgain(
  visible: Visibility,
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
  return of.fileId === null ? newFile(visible, of, tx) : targetOfFile(visible, of.fileId)
}

/** Returns a stored file as a target, or null if it does not exist. */
export async function targetOfFile(visible: Visibility, fileId: string): Promise<Target | null> {
  const head = await findCurrentFile(visible, fileId)
  return head && standing(visible, head)
}

async function found(team: VisibleTeam, { id, path }: FoundFile): Promise<Outcome<Target>> {
  const target = await targetOfFile(wholeTeamUnchecked(team.id), id)
  return target ? done(target) : refused("not-found", `${path} no longer exists`)
}

async function standing(visible: Visibility, found: CurrentFile): Promise<Target> {
  const { head, entries, reading } = await fileWithEntries(visible, found)
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

/**
 * Formats of an agent's curated memory, in order of preference. Logs, topic files and identities are not
 * curated memory.
 */
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

/**
 * Returns the preferred curated file of an agent, by format and then by the shortest path. Null if there is
 * none.
 */
export function bestMemoryFile(heads: readonly FoundFile[]): FoundFile | null {
  const curated = heads.filter((one) => CURATED.has(one.role))
  return (
    curated.toSorted(
      (a, b) => PREFERRED.indexOf(a.format) - PREFERRED.indexOf(b.format) || a.path.length - b.path.length,
    )[0] ?? null
  )
}

/**
 * Returns where an agent writes, by the first rule that fits:
 * 1. its own file
 * 2. the workspace of the project's only agent
 * 3. its section of its category's memory, if the project has one for the category, or if category memory is
 * in use and no agent has its own file
 * 4. a new file, like the files of its category
 */
async function agentMemory(place: TargetPlace, agent: string): Promise<Outcome<Target>> {
  const { team, project } = place
  const best = bestMemoryFile(
    await findCurrentFiles(wholeTeamUnchecked(team.id), { projectId: project.id, agent }),
  )
  if (best) return found(team, best)
  const host = await workspaceHost(wholeTeamUnchecked(team.id), { projectId: project.id, agent })
  const ofHost =
    host === null
      ? null
      : bestMemoryFile(
          await findCurrentFiles(wholeTeamUnchecked(team.id), { projectId: project.id, agent: host }),
        )
  if (ofHost) return found(team, ofHost)
  const known = await listAgentNames(wholeTeamUnchecked(team.id), project.id)
  if (!mayNameAgent(agent) && (NO_FOLDER.test(agent) || !known.includes(agent)))
    return refused("invalid", noAgentName(agent))
  const heads = await findCurrentFiles(wholeTeamUnchecked(team.id), { projectId: project.id })
  const category = await categoryOfAgent(wholeTeamUnchecked(team.id), project.id, agent)
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

/**
 * Returns the memory that the agent's category shares, with the agent's section. Null if the file
 * does not exist.
 */
export async function sharedWith(place: TargetPlace, agent: string): Promise<Target | null> {
  const { team, project } = place
  const category = await categoryOfAgent(wholeTeamUnchecked(team.id), project.id, agent)
  const heads = await findCurrentFiles(wholeTeamUnchecked(team.id), { projectId: project.id })
  const target = category === null ? null : await inCategory(place, { agent, category, heads })
  return target?.ok && target.value.head ? target.value : null
}

async function inCategory(
  place: TargetPlace,
  { agent, category, heads }: { agent: string; category: string; heads: readonly FoundFile[] },
): Promise<Outcome<Target> | null> {
  const ofCategories = heads.filter(
    (one) => one.format === "category-memory" && one.role === "memory" && one.agent === null,
  )
  const stands = ofCategories.some((one) => one.category === category)
  const othersHaveFiles = heads.some((one) => one.agent !== null && CURATED.has(one.role))
  if (ofCategories.length === 0 || (!stands && othersHaveFiles)) return null
  const target = await categoryMemory(place, category)
  if (!target.ok) return target
  const of = (await taxonomyOf(wholeTeamUnchecked(place.team.id))).find((one) => one.slug === category)
  return done({ ...target.value, ownSection: ownSectionOf(target.value, agent, of) })
}

/**
 * Returns the name of the section of a category's memory that is for one of its agents. The section may not
 * exist yet.
 */
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
      return audience?.kind === "role" && rolesReadBy(agent).includes(audience.role)
        ? [{ name, role: audience.role }]
        : []
    })
    .toSorted((a, b) => b.role.length - a.role.length)
  const agents = [...new Set([...(category?.agents ?? []), agent])]
  return heard[0]?.name ?? listRoleSections(agents).sectionOf(agent) ?? SHARED_SECTION
}

/**
 * Returns a path and a format like those of an agent's category: in a folder with the agent's name, or a file
 * beside the category's shared memory.
 */
function besideSiblings(
  agent: string,
  category: string | null,
  heads: readonly FoundFile[],
): Pick<NewFile, "path" | "format" | "category"> {
  const shared = heads.find(
    (one) => one.format === "category-memory" && one.role === "shared" && one.category === category,
  )
  if (shared && category !== null) {
    const file = agent === `${category}-coordinator` ? "coordinator" : agent
    const folder = folderPrefix(shared.path)
    return { path: `${folder}${file}.md`, format: "category-memory", category }
  }
  const sibling = bestMemoryFile(
    heads.filter((one) => one.agent !== null && one.path.split("/").includes(one.agent)),
  )
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

async function categoryMemory(
  { team, project, today }: TargetPlace,
  category: string,
): Promise<Outcome<Target>> {
  const best = bestMemoryFile(
    (await findCurrentFiles(wholeTeamUnchecked(team.id), { projectId: project.id, category })).filter(
      (one) => one.agent === null,
    ),
  )
  if (best) return found(team, best)
  if (!NAME.test(category))
    return refused(
      "invalid",
      `category: ${JSON.stringify(category)} is not a valid name. Use letters, digits and dashes`,
    )
  const known = (await taxonomyOf(wholeTeamUnchecked(team.id))).map((one) => one.slug)
  if (!known.includes(category))
    return refused(
      "not-found",
      `category: category not found in ${team.name}: ${category}. Categories: ${known.toSorted().join(", ")}`,
    )
  const beside = (await findCurrentFiles(wholeTeamUnchecked(team.id), { projectId: project.id })).find(
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

async function scopeMemory({ team, project, today }: TargetPlace, scope: Scope): Promise<Outcome<Target>> {
  if (scope === "session")
    return refused(
      "invalid",
      "session memory ends with the session and cannot be curated. Propose the change to the project, an agent or a category",
    )
  const shared = (
    await findCurrentFiles(wholeTeamUnchecked(team.id), { projectId: project.id, scope })
  ).filter((one) => one.agent === null && one.category === null && one.role === "memory")
  const stores = shared.filter((one) => one.format === "memory-protocol")
  const named = stores.find((one) => [project.slug, project.name, team.slug, team.name].includes(idOf(one)))
  if (stores.length > 1 && !named && scope !== "global")
    return refused(
      "invalid",
      `${project.name} has several files with this scope (${stores.map(({ path }) => path).join(", ")}). Set file to choose one`,
    )
  const best = named ?? stores[0] ?? bestMemoryFile(shared)
  if (best) return found(team, best)
  return newFileAt(team, project, {
    path: storePath(scope, team.slug, project.slug),
    format: "memory-protocol",
    scope,
    agent: null,
    category: null,
    project: project.name,
    today,
  })
}

function storePath(scope: Scope, team: string, project: string): string {
  if (scope === "global") return "memory/global/memory.json"
  return scope === "team" ? `memory/teams/${team}/memory.json` : `memory/projects/${project}/memory.json`
}

/** Returns the project or team id in a path: "ledger" for memory/projects/ledger/memory.json. */
const idOf = ({ path }: FoundFile): string => path.split("/").at(-2) ?? ""

/** Returns the topic file at a path beside its index. Returns a new file if none was ever at that path. */
export async function findTopicFile(
  { team, project, today }: TargetPlace,
  index: CurrentFile,
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
  return made.ok ? made.value : newFile(wholeTeamUnchecked(team.id), of)
}

/** Returns the target for a new file. If the path has a file, even a removed one, returns that file. */
async function newFileAt(team: VisibleTeam, project: VisibleProject, of: NewFile): Promise<Outcome<Target>> {
  const there = await findCurrentFileAt(wholeTeamUnchecked(team.id), project.id, of.path)
  return done(
    there
      ? await standing(wholeTeamUnchecked(team.id), there)
      : await newFile(wholeTeamUnchecked(team.id), of),
  )
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

/** True if a new agent may have this name. */
export const mayNameAgent = (agent: string): boolean => NAME.test(agent)
export const noAgentName = (agent: string): string =>
  `agent: ${JSON.stringify(agent)} is not a valid name. Use at most 80 letters, digits, dots, dashes and underscores`

const NAME = /^[\p{L}\p{N}][\p{L}\p{N}._-]{0,79}$/u
/**
 * Matches names that cannot be the name of a folder. A definition may give an agent any name, but the files
 * that are created for it must stay in a folder with its name.
 */
const NO_FOLDER = /[/\\]|^\.+$/

/**
 * Returns a new file. The memory of a category has a section for each agent that the team's taxonomy puts
 * into the category.
 */
async function newFile(
  visible: Visibility,
  { path, format: id, scope, agent, category, project, today }: NewFile,
  tx?: Tx,
): Promise<Target> {
  const format = storedFormat(id)
  const of =
    category === null ? undefined : (await taxonomyOf(visible, tx)).find((one) => one.slug === category)
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
