import { visibilityOf, wholeTeamUnchecked } from "@/lib/memory/teams/visibility"
import { listProjects } from "@/lib/db/agents/fleet"
import type { CurrentEntry } from "@/lib/db/memory-files/current-revisions"
import { isId } from "@/lib/db/infra/identifiers"
import type { SeedSource } from "@/lib/db/seed/plans"
import type { VisibleTeam } from "@/lib/db/teams/teams"
import type { Actor } from "@/lib/memory/teams/actor"
import { done, type Outcome, type Refusal, refused } from "@/lib/memory/inputs/outcome"
import type { VisibleProject } from "../teams/team-and-project"
import { type Target, targetOf, targetOfFile } from "../proposals/target"

export type SeedSourceInput =
  | { readonly agent: string; readonly project?: string | undefined }
  | { readonly file: string }

/** A memory to seed from, with its entries. */
export interface ReadSource extends SeedSource {
  /** Display name: the agent, with its project if that differs from the project of the plan, or the path. */
  readonly name: string
  readonly held: readonly CurrentEntry[]
}

/**
 * Returns the named memories with their entries, each once. Refuses if one of them does not exist or is
 * empty.
 */
export async function readSources(
  actor: Actor,
  place: Omit<SourceContext, "projects">,
  from: readonly SeedSourceInput[],
): Promise<Outcome<ReadSource[]>> {
  const projects = await listProjects(visibilityOf(actor, place.team.id))
  const found = new Map<string, ReadSource>()
  for (const one of from) {
    const source = await readSource({ ...place, projects }, one)
    if (!source.ok) return source
    found.set(source.value.file, source.value)
  }
  return done([...found.values()])
}

async function readSource(context: SourceContext, from: SeedSourceInput): Promise<Outcome<ReadSource>> {
  const { project, projects } = context
  const target = await ("agent" in from ? ofAgent(context, from) : ofFile(context, from.file))
  if (!target.ok) return target
  const { head, entries, path, agent } = target.value
  const own = projects.find(({ id }) => id === head?.projectId)
  if (!head || !own || head.state === "gone") return noMemory(from, project.name)
  const kind = uncurated(head)
  if (kind !== null) return refused("invalid", `from: ${path} cannot be used: it is ${kind}`)
  if (entries.length === 0) return refused("invalid", `from: ${path} is empty`)
  return done({
    agent,
    project: own.slug,
    file: head.id,
    path,
    revision: head.revision,
    entries: entries.length,
    name: agent === null ? path : displayName(agent, own, project),
    held: entries,
  })
}

/** Returns a description of a file that is not curated memory. Null for curated memory. */
function uncurated({ role, format }: NonNullable<Target["head"]>): string | null {
  if (role === "runs") return "a run cache"
  return role === "identity" || format === "instructions" ? "an instruction or identity file" : null
}

const displayName = (agent: string, own: VisibleProject, project: VisibleProject): string =>
  own.id === project.id ? agent : `${agent} (${own.name})`

function noMemory(from: SeedSourceInput, projectName: string): Refusal {
  const [named, place] =
    "agent" in from ? [from.agent, from.project ?? projectName] : [from.file, projectName]
  return refused(
    "not-found",
    `from: ${named} has no memory in ${place}. Choose an agent that has memory there, an agent of another project (PROJECT/AGENT on the command line), or a file by path or ID`,
  )
}

interface SourceContext {
  readonly team: VisibleTeam
  readonly project: VisibleProject
  readonly today: string
  readonly projects: readonly VisibleProject[]
}

async function ofAgent(
  { team, project, today, projects }: SourceContext,
  one: { readonly agent: string; readonly project?: string | undefined },
): Promise<Outcome<Target>> {
  const at =
    one.project === undefined
      ? project
      : projects.find(({ id, slug, name }) => [id, slug, name].includes(one.project ?? ""))
  return at
    ? targetOf({ team, project: at, today }, { agent: one.agent })
    : refused(
        "not-found",
        `from: project not found: ${one.project}. Projects: ${projects.map(({ slug }) => slug).join(", ")}`,
      )
}

async function ofFile(
  { team, project, today, projects }: SourceContext,
  file: string,
): Promise<Outcome<Target>> {
  if (!isId(file)) return targetOf({ team, project, today }, { file })
  const target = await targetOfFile(wholeTeamUnchecked(team.id), file)
  return target && projects.some(({ id }) => id === target.head?.projectId)
    ? done(target)
    : refused("not-found", `from: memory file not found: ${file}`)
}
