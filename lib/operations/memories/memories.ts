import { visibilityOf } from "@/lib/memory/teams/visibility"
import { z } from "zod"
import { isOptedOut } from "@/lib/db/agents/agent-names"
import { commit, type Tx } from "@/lib/db/infra/commit"
import type { FormatId, MemoryFormat, Subject } from "@/lib/memory/memory-files/format"
import { type Actor, boundAgent, can } from "@/lib/memory/teams/actor"
import { done, type Refusal, refused, type Outcome } from "@/lib/memory/inputs/outcome"
import {
  type CurrentFile,
  findCurrentFiles,
  entriesAtHead,
  lockCurrentFile,
} from "@/lib/db/memory-files/current-revisions"
import { currentTextFor } from "../memory-files/memory-outputs"
import { operation } from "../operation"
import { FileWriting } from "../proposals/file-writing"
import { proposalPlace, type ProposalPlace } from "../proposals/proposal-place"
import { type Target, targetOf, sharedWith } from "../proposals/target"
import { optedOutMessage } from "../sessions/session-place"
import { whyNotDirectly } from "../policies/places"
import { readingOf, reviseHead } from "../writing/revise-head"

/**
 * Input fields for the project of a memory. Default: the only project that fits the given name and the access
 * token.
 */
const memoryPlace = {
  team: z.string().optional().describe("Slug, name or ID. Optional if the project identifies the team"),
  project: z.string().optional().describe("Slug, name or ID. Optional if there is only one project"),
}

const agentName = z.string().trim().min(1).max(200).describe("The agent's name")
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
    if (target.head) return standing(actor, team.id, target)
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
  if (file.head.revision > 0) return standing(actor, teamId, { path, head: file.head })
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

async function standing(actor: Actor, teamId: string, { path, head }: Pick<Target, "path" | "head">) {
  if (!head) return refused("conflict", `${path} cannot be created right now. Try again`)
  if (head.state === "gone")
    return refused(
      "conflict",
      `${path} was removed from its source. Restore it from its history, or import it again`,
    )
  const text = await currentTextFor(actor, visibilityOf(actor, teamId), head)
  return done({ path, file: head.id, made: false, text, revision: head.revision })
}

const shownFile = { path: z.string(), text: z.string(), file: z.string(), revision: z.number() }

async function shownTo(actor: Actor, teamId: string, head: CurrentFile) {
  const text = await currentTextFor(actor, visibilityOf(actor, teamId), head)
  return { path: head.path, text, file: head.id, revision: head.revision }
}

export const showMemory = operation({
  name: "memory.show",
  summary:
    "Return the memory file of an agent, a category or a scope. For an agent, also return its category's shared memory. For agents, unverified lines that read like instructions are replaced by a note.",
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
      return done({
        ...(await shownTo(actor, team.id, head)),
        also: hasOwnFile ? await sharedFiles(actor, where, agent) : [],
      })
    }
    if (agent !== undefined && (await isOptedOut(visibilityOf(actor, team.id), project.id, agent)))
      return refused("not-found", optedOutMessage(agent))
    return noMemory(agent ?? category ?? `${scope ?? "project"} memory`, project.name, path)
  },
})

async function sharedFiles(actor: Actor, place: Parameters<typeof sharedWith>[0], agent: string) {
  const shared = await sharedWith(place, agent)
  return shared?.head ? [await shownTo(actor, place.team.id, shared.head)] : []
}

const noMemory = (subject: string, project: string, path: string): Refusal =>
  refused("not-found", `${subject}: no memory in ${project} yet. To create ${path}, use memory init`)

export const clearMemory = operation({
  name: "memory.clear",
  summary:
    "Clear an agent's memory by writing one revision with the format's structure and no entries. The previous text stays in the history.",
  method: "POST",
  path: "/memory/clear",
  right: "curate",
  version: { of: "revision", base: "base" },
  example: { project: "ledger", agent: "unit-tester", base: 7 },
  input: z.object({
    ...memoryPlace,
    agent: agentName,
    base: z.coerce
      .number()
      .pipe(z.int32().positive())
      .optional()
      .describe("The latest revision you have read"),
  }),
  output: z.object({
    path: z.string(),
    removed: z.number().describe("Number of removed entries"),
    revision: z.number(),
    file: z.string(),
    others: z.number().describe("Number of the agent's other files (logs, topics), which are kept"),
  }),
  async run(actor, { agent, base, ...named }) {
    const place = await proposalPlace(actor, named, "read")
    if (!place.ok) return place
    const { team, project } = place.value
    const now = new Date()
    const today = now.toISOString().slice(0, 10)
    if (!can(actor, "curate", { teamId: team.id, projectId: project.id }))
      return refused(
        "forbidden",
        `${agent}: only curators can clear its memory. Propose removing entries instead`,
      )
    const target = await targetOf({ team, project, today }, { agent })
    if (!target.ok) return target
    const { path, ownSection } = target.value
    if (ownSection !== null)
      return refused(
        "not-found",
        `${agent} has no memory of its own in ${project.name}: it writes to ${ownSection} in ${path}, which its category shares`,
      )
    const stands = target.value.head
    if (!stands)
      return refused("not-found", `${agent} has no memory in ${project.name}, so there is nothing to clear`)
    const others =
      (await findCurrentFiles(visibilityOf(actor, team.id), { projectId: project.id, agent })).length - 1
    return commit(
      actor,
      (value: { removed: number; revision: number }) => ({
        kind: "memory.clear",
        teamId: team.id,
        subject: path,
        detail: { entries: value.removed, revision: value.revision },
      }),
      async (tx) => {
        const head = await lockCurrentFile(tx, team.id, stands.id)
        if (!head) return refused("conflict", `${path} no longer exists, so there is nothing to clear`)
        if (base !== undefined && head.revision !== base)
          return refused(
            "stale",
            `${path} is at revision ${head.revision}, but you read revision ${base}. Read it again`,
            { revision: head.revision, base },
          )
        if (head.role === "identity" || head.format === "instructions")
          return refused("invalid", `${path} is read-only. Change it at its source`)
        const why = await whyNotDirectly(actor, team.id, head, tx)
        if (why) return refused("forbidden", why)
        const cleared = await writeCleared(tx, actor, {
          teamId: team.id,
          head,
          agent,
          project: project.name,
          now,
        })
        return cleared.ok ? done({ path, ...cleared.value, file: head.id, others }) : cleared
      },
    )
  },
})

interface MemoryToClear {
  readonly teamId: string
  readonly head: CurrentFile
  readonly agent: string
  /** Name of the project. */
  readonly project: string
  readonly now: Date
}

async function writeCleared(
  tx: Tx,
  actor: Actor,
  { teamId, head, agent, project, now }: MemoryToClear,
): Promise<Outcome<{ removed: number; revision: number }>> {
  const entries = await entriesAtHead(visibilityOf(actor, teamId), head.id, tx)
  const reading = await readingOf(visibilityOf(actor, teamId), head, tx)
  const date = now.toISOString().slice(0, 10)
  const text = emptied(reading.format, {
    text: head.text,
    path: reading.path,
    subject: { agent, project, category: head.category, roles: [], date },
  })
  if (text === head.text) return done({ removed: 0, revision: head.revision })
  const by = { kind: actor.kind, id: actor.id, name: actor.name }
  const locked = { head, entries, reading }
  const revised = await reviseHead(tx, teamId, locked, { text, reason: "Cleared", by, now })
  return revised.ok ? done({ removed: entries.length, revision: revised.value.revision }) : revised
}

/**
 * Returns a memory file without entries. Keeps the structure of the format and the front matter, including
 * the number of sessions. A JSON file keeps all keys except its entries.
 */
function emptied(
  format: MemoryFormat,
  { text, path, subject }: { readonly text: string; readonly path: string; readonly subject: Subject },
): string {
  if (/\.jsonl?$/.test(path))
    return format.revise(
      text,
      path,
      format.parse(text, path).entries.map((_, entry) => ({ kind: "remove", entry })),
    )
  const frontmatter = FRONTMATTER.exec(text)?.[0] ?? ""
  const scaffold = format.scaffold(subject)
  const body = frontmatter === "" ? scaffold : scaffold.replace(FRONTMATTER, "")
  return frontmatter + (text.includes("\r\n") ? body.replaceAll("\n", "\r\n") : body)
}

/** Matches the front matter, with a byte order mark and the line break after it. */
const FRONTMATTER = /^\uFEFF?---[ \t]*\r?\n(?:.*\r?\n)*?---[ \t]*(?:\r?\n|$)/
