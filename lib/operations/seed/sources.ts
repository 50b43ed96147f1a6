import { listProjects } from "@/lib/db/agents/fleet"
import type { HeadEntry } from "@/lib/db/memory-files/current-revisions"
import { isId } from "@/lib/db/infra/identifiers"
import type { SeedSource } from "@/lib/db/seed/plans"
import { projectBound, type VisibleTeam } from "@/lib/db/teams/visible-teams"
import type { Actor } from "@/lib/memory/teams/actor"
import { done, type Outcome, refused } from "@/lib/memory/inputs/outcome"
import type { VisibleProject } from "../teams/project-of"
import { type Target, targetOf, targetOfFile } from "../proposals/target"

export type From =
  | { readonly agent: string; readonly project?: string | undefined }
  | { readonly file: string }

/** A memory that is seeded from, with what it says. */
export interface ReadSource extends SeedSource {
  /** As people call it: the agent, with its project where it is another; else the path. */
  readonly name: string
  readonly held: readonly HeadEntry[]
}

/** The memories that are named, each once. One that is not there, or says nothing, refuses all. */
export async function readSources(
  actor: Actor,
  {
    team,
    project,
    today,
  }: { readonly team: VisibleTeam; readonly project: VisibleProject; readonly today: string },
  from: readonly From[],
): Promise<Outcome<ReadSource[]>> {
  const bound = projectBound(actor)
  const projects = (await listProjects(team.id)).filter((one) => bound === null || one.id === bound)
  const found = new Map<string, ReadSource>()
  for (const one of from) {
    const named = "agent" in one ? one.agent : one.file
    const target =
      "agent" in one
        ? await ofAgent({ team, project, today, projects }, one)
        : await ofFile({ team, project, today, projects }, one.file)
    if (!target.ok) return target
    const { head, entries, path, agent } = target.value
    const at = projects.find(({ id }) => id === head?.projectId)
    if (!head || !at || head.state === "gone")
      return refused(
        "not-found",
        `from: ${named} has no memory in ${"agent" in one ? (one.project ?? project.name) : project.name}: name an agent with memory, an agent of another project with that project (PROJECT/AGENT on the command line), or a file by path or id`,
      )
    if (head.role === "identity" || head.role === "runs" || head.format === "instructions")
      return refused(
        "invalid",
        `from: ${path} cannot be used: it is ${head.role === "runs" ? "a run cache" : "instructions or an identity file"}`,
      )
    if (entries.length === 0) return refused("invalid", `from: ${path} is empty`)
    const name = agent === null ? path : at.id === project.id ? agent : `${agent} (${at.name})`
    found.set(head.id, {
      agent,
      project: at.slug,
      file: head.id,
      path,
      revision: head.revision,
      entries: entries.length,
      name,
      held: entries,
    })
  }
  return done([...found.values()])
}

interface Within {
  readonly team: VisibleTeam
  readonly project: VisibleProject
  readonly today: string
  readonly projects: readonly VisibleProject[]
}

async function ofAgent(
  { team, project, today, projects }: Within,
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

async function ofFile({ team, project, today, projects }: Within, file: string): Promise<Outcome<Target>> {
  if (!isId(file)) return targetOf({ team, project, today }, { file })
  const target = await targetOfFile(team.id, file)
  return target && projects.some(({ id }) => id === target.head?.projectId)
    ? done(target)
    : refused("not-found", `from: memory file not found: ${file}`)
}
