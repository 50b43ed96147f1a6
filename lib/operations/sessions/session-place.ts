import { z } from "zod"
import { type Actor, boundAgent } from "@/lib/memory/teams/actor"
import { done, type Outcome, refused } from "@/lib/memory/inputs/outcome"
import { wholeTeamUnchecked } from "@/lib/memory/teams/visibility"
import { hasWritten } from "@/lib/db/memory-files/authorship"
import { listAgentNames } from "@/lib/db/agents/agent-names"
import { workspaceHost } from "@/lib/db/agents/workspaces"
import { nearest } from "@/lib/memory/text/names"
import { type FoundFile, findCurrentFiles } from "@/lib/db/memory-files/current-revisions"
import type { FormatId, Scope } from "@/lib/memory/memory-files/format"
import type { ProposalPlace } from "../proposals/proposal-place"
import { type Target, targetOf } from "../proposals/target"
import { parentFolder } from "@/lib/memory/memory-files/paths"

const name = (what: string) =>
  z
    .string()
    .trim()
    .min(1, "enter at least one character")
    .max(200, "enter at most 200 characters")
    .describe(what)

/** Input fields that identify the team, project and agent of a session. */
export const sessionPlace = {
  team: z.string().optional().describe("A team's slug, name or ID. Defaults to the project's team"),
  project: z
    .string()
    .optional()
    .describe("A project's slug, name or ID. Optional if there is only one project"),
  agent: name("The agent's name. Defaults to the agent that the access token belongs to").optional(),
  defaultAgent: name(
    "Sent by hooks: the agent's name, used if neither `agent` nor the access token specifies an agent",
  ).optional(),
}

/** Input fields that only hooks send. Tools for agents do not have them. */
export const HOOK_INPUTS = ["defaultAgent", "onDisk"] as const

export const sessionName = name("The harness's session ID")
export const harnessName = name("The program that runs the agent, such as claude-code or codex")

const DAYS_BACK = 31

/** Schema of the day that a log line belongs to, if it was written earlier. */
export const dayOfWriting = z.iso
  .date()
  .optional()
  .describe(
    `The date (YYYY-MM-DD) if the text was written earlier, at most ${DAYS_BACK} days ago. Defaults to today in UTC`,
  )

/**
 * Returns why the log of a day cannot be written, or null. Allowed are tomorrow, today and the last 31 days.
 */
export function whyNotOn(day: string, now: Date): string | null {
  const age =
    (Date.parse(`${now.toISOString().slice(0, 10)}T00:00:00Z`) - Date.parse(`${day}T00:00:00Z`)) / 86_400_000
  if (age < -1) return `date: ${day} is in the future. Omit the date to write to today's log`
  return age > DAYS_BACK
    ? `date: ${day} is more than ${DAYS_BACK} days ago. Omit the date to write to today's log`
    : null
}

/** Output fields of a write in addition to its own result. */
export const extraOutput = {
  made: z
    .string()
    .nullable()
    .default(null)
    .describe("Path of the memory file that was created for the agent. Null if the file already existed"),
  message: z
    .string()
    .nullable()
    .default(null)
    .describe("Notes, for example that the agent is new, with a suggestion if its name may be wrong"),
}

interface Named {
  readonly agent?: string | undefined
  /** Agent to use if the request names none and the access token is bound to none. */
  readonly defaultAgent?: string | undefined
}

/**
 * Returns the named agent, or the agent that the access token is bound to, or the default agent. Refuses
 * another agent than the bound one, and a request without any agent.
 */
export function ownAgent(actor: Actor, named: Named): Outcome<string> {
  const bound = boundAgent(actor)
  const agent = named.agent ?? bound ?? named.defaultAgent ?? null
  if (agent === null) return refused("invalid", "agent: enter the agent's name")
  if (bound !== null && bound !== agent)
    return refused(
      "forbidden",
      `${agent}: this access token belongs to ${bound}. Use a token for ${agent}, or a token that is not bound to an agent`,
    )
  return done(agent)
}

/**
 * Returns a function that makes the message about a new agent, or null if the agent is known. Must be called
 * before the first write, because that creates the agent even if its name is misspelled. `made`: path of the
 * created file, or null.
 */
export async function newAgent(
  { team, project }: ProposalPlace,
  agent: string,
): Promise<((made: string | null) => string) | null> {
  const known = await listAgentNames(wholeTeamUnchecked(team.id), project.id)
  if (known.includes(agent) || (await hasWritten(wholeTeamUnchecked(team.id), project.id, agent))) return null
  if ((await workspaceHost(wholeTeamUnchecked(team.id), { projectId: project.id, agent })) !== null)
    return null
  const meant = nearest(agent, known)
  const otherwise = meant === null ? "" : `. Did you mean ${meant}?`
  return (made) =>
    `${agent} is new in ${project.name}: ${made === null ? "it has no memory, and none was created" : `${made} was created for it`}${otherwise}`
}

/** Returns the message for a write by an agent that opted out of memory. */
export const optedOutMessage = (agent: string): string =>
  `${agent} has opted out of memory (memory: disabled in its own definition). Nothing is written for it`

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
  const root = target.format === "kaizen" ? parentFolder(target.path) : `.kaizen/agents/${agent}`
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
    return done({
      target: target.value,
      workspace: { root: parentFolder(path), format, scope, agent: owner },
    })
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
  if (role === "memory" || role === "identity") return parentFolder(path)
  return role === "log" ? parentFolder(parentFolder(path)) : null
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
