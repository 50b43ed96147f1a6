import { wholeTeamUnchecked } from "@/lib/memory/teams/visibility"
import { type FoundFile, findCurrentFiles } from "@/lib/db/memory-files/current-revisions"
import type { FormatId } from "@/lib/memory/memory-files/format"
import { done, type Outcome } from "@/lib/memory/inputs/outcome"
import type { Scope } from "@/lib/memory/memory-files/scope"
import type { ProposalPlace } from "../proposals/team-and-project"
import { type Target, targetOf } from "../proposals/target"

/** An existing file, or one to be created. */
export interface FilePlace {
  readonly path: string
  readonly format: FormatId
  readonly scope: Scope
  readonly role: "memory" | "log" | "runs"
  /** The agent that owns the file, or null if it belongs to all agents of the project. */
  readonly agent: string | null
  /** The text of the file when it is created. */
  readonly text: string
}

const WORKSPACES: readonly FormatId[] = ["openclaw-workspace", "memory-workspace"]
const isWorkspace = (format: FormatId) => WORKSPACES.includes(format)

/**
 * Returns where the session of an agent is recorded: in its memory if that has a log of sessions, or else in
 * the day's log of its workspace. Returns null if it is recorded nowhere.
 */
export async function sessionLogOf(
  place: ProposalPlace,
  agent: string,
  day: string,
): Promise<Outcome<FilePlace | null>> {
  const memory = await memoryOf(place, agent, day)
  if (!memory.ok) return memory
  const { target, workspace } = memory.value
  if (workspace !== null) return done(dailyLog(workspace, day))
  const { path, format, scope, text } = target
  return done(
    target.reading.format.closeSession === undefined
      ? null
      : { path, format, scope, role: "memory", agent, text },
  )
}

/**
 * Returns the log that an agent extends during a day: the log of its workspace, or else one of its own.
 * Source: agent memory workspace, "Layout".
 */
export async function dailyLogOf(
  place: ProposalPlace,
  agent: string,
  day: string,
): Promise<Outcome<FilePlace>> {
  const memory = await memoryOf(place, agent, day)
  if (!memory.ok) return memory
  const { target, workspace } = memory.value
  const root = target.format === "kaizen" ? folderOf(target.path) : `.kaizen/agents/${agent}`
  return done(dailyLog(workspace ?? { root, format: "openclaw-workspace", scope: "project", agent }, day))
}

interface Workspace {
  readonly root: string
  readonly format: FormatId
  readonly scope: Scope
  readonly agent: string | null
}

/**
 * Returns the memory of an agent and the workspace in which it works: its own workspace, or the project's if
 * neither the agent nor a sibling has memory of another kind.
 */
async function memoryOf(
  { team, project }: ProposalPlace,
  agent: string,
  day: string,
): Promise<Outcome<{ target: Target; workspace: Workspace | null }>> {
  const target = await targetOf({ team, project, today: day }, { agent })
  if (!target.ok) return target
  const { head, format, path, scope, agent: owner } = target.value
  if (isWorkspace(format))
    return done({ target: target.value, workspace: { root: folderOf(path), format, scope, agent: owner } })
  const heads =
    head === null ? await findCurrentFiles(wholeTeamUnchecked(team.id), { projectId: project.id }) : []
  const shared = heads.some((one) => one.agent !== null && one.format === "kaizen")
    ? undefined
    : heads.find((one) => one.agent === null && isWorkspace(one.format) && rootOf(one) !== null)
  if (shared === undefined) return done({ target: target.value, workspace: null })
  const root = rootOf(shared) ?? ""
  return done({
    target: target.value,
    workspace: { root, format: shared.format, scope: shared.scope as Scope, agent: null },
  })
}

/** Returns the folder of the workspace that contains a file, or null if the file alone does not say. */
function rootOf({ path, role }: FoundFile): string | null {
  if (role === "memory" || role === "identity") return folderOf(path)
  return role === "log" ? folderOf(folderOf(path)) : null
}

function dailyLog({ root, format, scope, agent }: Workspace, day: string): FilePlace {
  return {
    path: `${root === "" ? "" : `${root}/`}memory/${day}.md`,
    format,
    scope,
    role: "log",
    agent,
    text: `# ${day}\n`,
  }
}

const folderOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf("/")))
