import { visibilityOf } from "@/lib/memory/teams/visibility"
import { z } from "zod"
import { isOptedOut } from "@/lib/db/agents/agent-names"
import { commit, type Tx } from "@/lib/db/infra/commit"
import type { FormatId } from "@/lib/memory/memory-files/format"
import { type Actor, boundAgent } from "@/lib/memory/teams/actor"
import { done, type Refusal, refused } from "@/lib/memory/inputs/outcome"
import type { CurrentFile } from "@/lib/db/memory-files/current-revisions"
import { operation } from "../operation"
import { FileWriting } from "../proposals/file-writing"
import { proposalPlace, type ProposalPlace } from "../proposals/proposal-place"
import { type Target, targetOf, sharedWith } from "../proposals/target"
import { optedOutMessage } from "../sessions/session-place"

/**
 * Input fields for the project of a memory. Default: the only project that fits the given name and the access
 * token.
 */
export const memoryPlace = {
  team: z.string().optional().describe("Slug, name or ID. Optional if the project identifies the team"),
  project: z.string().optional().describe("Slug, name or ID. Optional if there is only one project"),
}

export const agentName = z.string().trim().min(1).max(200).describe("The agent's name")
const categorySlug = z.string().trim().min(1).max(200).describe("The shared memory of this category")
const curatedScope = z.enum(["project", "team", "global"]).describe("The memory of this scope")

/**
 * Functions that return the path of an agent's file, by format. Contains the formats with one file for each
 * agent.
 */
export const AGENT_PATHS = {
  kaizen: (agent: string) => `.kaizen/agents/${agent}/memory.md`,
  "claude-agent-memory": (agent: string) => `.claude/agent-memory/${agent}/MEMORY.md`,
} as const satisfies Partial<Record<FormatId, (agent: string) => string>>
const AGENT_FORMATS = Object.keys(AGENT_PATHS) as [keyof typeof AGENT_PATHS, ...(keyof typeof AGENT_PATHS)[]]

export const initMemory = operation({
  name: "memory.init",
  summary:
    "Create an empty memory file for an agent or a scope, with the structure that its format requires. Existing memory is not changed.",
  method: "POST",
  path: "/memory",
  right: "propose",
  refuses: ["conflict"],
  example: { project: "ledger", agent: "regression-tester" },
  input: z.object({
    ...memoryPlace,
    agent: agentName.optional(),
    scope: curatedScope.optional(),
    format: z
      .enum(AGENT_FORMATS)
      .optional()
      .describe("Defaults to the format of the project's other agents, or to kaizen if there are none"),
  }),
  output: z.object({
    path: z.string(),
    file: z.string(),
    made: z.boolean().describe("False if the memory file already existed"),
    text: z.string().describe("Current text"),
    revision: z.number(),
  }),
  async run(actor, { agent, scope, format, ...named }) {
    const why = whyNotCreate(actor, { agent, scope, format })
    if (why) return why
    const place = await proposalPlace(actor, named)
    if (!place.ok) return place
    const { team, project } = place.value
    if (agent !== undefined && (await isOptedOut(visibilityOf(actor, team.id), project.id, agent)))
      return refused("forbidden", optedOutMessage(agent))
    const now = new Date()
    const found = await targetOf({ team, project, today: now.toISOString().slice(0, 10) }, { agent, scope })
    if (!found.ok) return found
    const target = inFormat(found.value, agent, format)
    if (target.head) return standing(target)
    return commit(
      actor,
      {
        kind: "memory.init",
        teamId: team.id,
        subject: target.path,
        detail: { project: project.name, ...(agent === undefined ? {} : { agent }) },
      },
      async (tx) => createEmpty(tx, actor, { teamId: team.id, project, target, now }),
    )
  },
})

interface InitInput {
  readonly agent: string | undefined
  readonly scope: string | undefined
  readonly format: keyof typeof AGENT_PATHS | undefined
}

function whyNotCreate(actor: Actor, { agent, scope, format }: InitInput): Refusal | null {
  if ((agent === undefined) === (scope === undefined)) return refused("invalid", "send either agent or scope")
  if (format !== undefined && agent === undefined)
    return refused("invalid", `format: a scope's memory has a fixed format. Omit this field`)
  const bound = boundAgent(actor)
  return bound !== null && agent !== bound
    ? refused(
        "forbidden",
        `${agent ?? scope}: this access token belongs to ${bound} and cannot create other memory`,
      )
    : null
}

/**
 * Returns the target as a new file of the chosen format. Returns it unchanged if no format or agent is named,
 * or if the agent already has its own file.
 */
function inFormat(target: Target, agent: string | undefined, format: InitInput["format"]): Target {
  const hasOwnFile = target.head !== null && target.ownSection === null
  if (agent === undefined || format === undefined || hasOwnFile) return target
  return { ...target, head: null, format, path: AGENT_PATHS[format](agent), agent, category: null }
}

interface NewMemory {
  readonly teamId: string
  readonly project: ProposalPlace["project"]
  readonly target: Target
  readonly now: Date
}

async function createEmpty(tx: Tx, actor: Actor, { teamId, project, target, now }: NewMemory) {
  const { path, format, scope, agent, category } = target
  const file = await FileWriting.open(
    tx,
    teamId,
    { fileId: null, path, format, scope, agent, category, project: project.name, projectId: project.id },
    now,
  )
  if (!file) return refused("conflict", `${path} cannot be created right now. Try again`)
  if (file.head.revision > 0) return standing({ path, head: file.head })
  const written = file.write([])
  if ("why" in written) return refused("conflict", `${path}: ${written.why}`)
  const by = { kind: actor.kind, id: actor.id, name: actor.name }
  const closed = await file.close(by, "Created as an empty memory file", now)
  if (!closed.ok) return closed
  return done({
    path,
    file: file.head.id,
    made: true,
    text: file.head.text,
    revision: closed.value?.revision ?? 1,
  })
}

function standing({ path, head }: Pick<Target, "path" | "head">) {
  if (!head) return refused("conflict", `${path} cannot be created right now. Try again`)
  if (head.state === "gone")
    return refused(
      "conflict",
      `${path} was removed from its source. Restore it from its history, or import it again`,
    )
  return done({ path, file: head.id, made: false, text: head.text, revision: head.revision })
}

const shownFile = { path: z.string(), text: z.string(), file: z.string(), revision: z.number() }
const shownAs = ({ path, text, id, revision }: CurrentFile) => ({ path, text, file: id, revision })

export const showMemory = operation({
  name: "memory.show",
  summary:
    "Return the memory file of an agent, a category or a scope. For an agent, also return its category's shared memory.",
  method: "GET",
  path: "/memory",
  right: "read",
  version: { of: "revision" },
  example: { project: "ledger", agent: "unit-tester" },
  input: z.object({
    ...memoryPlace,
    agent: agentName.optional(),
    category: categorySlug.optional(),
    scope: curatedScope.optional(),
  }),
  output: z.object({
    ...shownFile,
    also: z.array(z.object(shownFile)).describe("The category's shared memory"),
  }),
  async run(actor, { agent, category, scope, ...named }) {
    const place = await proposalPlace(actor, named, "read")
    if (!place.ok) return place
    const { team, project } = place.value
    const where = { team, project, today: new Date().toISOString().slice(0, 10) }
    const target = await targetOf(where, { agent, category, scope })
    if (!target.ok) return target
    const { head, path, ownSection } = target.value
    if (head) {
      const hasOwnFile = agent !== undefined && ownSection === null
      return done({ ...shownAs(head), also: hasOwnFile ? await sharedFiles(where, agent) : [] })
    }
    if (agent !== undefined && (await isOptedOut(visibilityOf(actor, team.id), project.id, agent)))
      return refused("not-found", optedOutMessage(agent))
    return noMemory(agent ?? category ?? `${scope ?? "project"} memory`, project.name, path)
  },
})

async function sharedFiles(place: Parameters<typeof sharedWith>[0], agent: string) {
  const shared = await sharedWith(place, agent)
  return shared?.head ? [shownAs(shared.head)] : []
}

const noMemory = (subject: string, project: string, path: string): Refusal =>
  refused("not-found", `${subject}: no memory in ${project} yet. To create ${path}, use memory init`)
