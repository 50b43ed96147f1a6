import { wholeTeamUnchecked } from "@/lib/memory/teams/visibility"
import { type FoundFile, findCurrentFiles } from "@/lib/db/memory-files/current-revisions"
import type { FormatId } from "@/lib/memory/memory-files/format"
import { done, type Outcome } from "@/lib/memory/inputs/outcome"
import type { Scope } from "@/lib/memory/memory-files/scope"
import type { ProposalPlace } from "../proposals/team-and-project"
import { type Target, targetOf } from "../proposals/target"

/** The path and properties of a file that may not exist yet. */
export interface FilePlace {
  readonly path: string
  readonly format: FormatId
  readonly scope: Scope
  readonly role: "memory" | "log" | "runs"
  /** Agent that owns the file. Null if it belongs to all agents of the project. */
  readonly agent: string | null
  /** Text of the file when it is created. */
  readonly text: string
}

const WORKSPACES: readonly FormatId[] = ["openclaw-workspace", "memory-workspace"]
const isWorkspace = (format: FormatId) => WORKSPACES.includes(format)

/**
 * Returns the file that records the sessions of an agent: the day's log of its workspace, or else its memory
 * file if the format has a log of sessions. Null if there is neither.
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
 * Returns the daily log of an agent: the log of its workspace, or else its own log. Source: agent memory
 * workspace, "Layout".
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
 * Returns the memory of an agent and its workspace. This is its own workspace, or the project's if neither
 * the agent nor a sibling has memory of another kind. `workspace`: null if there is none.
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

/** Returns the workspace folder that contains a file. Null if the role of the file does not show it. */
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
