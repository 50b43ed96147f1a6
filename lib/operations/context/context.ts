import { z } from "zod"
import { isAgent } from "@/lib/memory/teams/actor"
import { loadedEntries, projectEntries } from "@/lib/db/context/candidates"
import { rankCandidates } from "@/lib/memory/context/context-selection"
import { done } from "@/lib/memory/inputs/outcome"
import { visibilityOf } from "@/lib/memory/teams/visibility"
import { headTexts, listLoadable, type ListedFile } from "@/lib/db/memory-files/files"
import { listCategories } from "@/lib/db/agents/fleet"
import {
  linesAroundCut,
  CONTEXT_PARTS,
  contextSize,
  LOAD_GROUPS,
  loadOrder,
} from "@/lib/memory/context/harness-loads"
import { cutOf } from "@/lib/memory/memory-files/load-limit"
import type { FileRole, FormatId } from "@/lib/memory/memory-files/format"
import { operation } from "../operation"
import { proposalPlace } from "../proposals/proposal-place"
import { fileSummary, type FileSummary, noteIfWithheld, summarizeFile } from "../memory-files/memory-outputs"
import { readVerifications } from "../verification/verify-entries"
import { assembleContext, contextEntryView, contextPlace } from "./assemble"
import { contextInput, contextView, contextEntry, whichTeam } from "./context-outputs"
import { candidateOf, publishedOf } from "./candidates"

export const showContext = operation({
  name: "context.show",
  summary:
    "Return an agent's context for a session start or a task: its highest-ranked entries within a budget, each with file and line, along with the entries that were left out and why.",
  method: "GET",
  path: "/context",
  right: "read",
  tool: {
    name: "memory_context",
    title: "Get context",
    about:
      "Call this tool before a task, with the task in one sentence. Matching entries come first, with citations. At session start, memory_session_start returns the same context and records a delivery.",
  },
  example: { project: "ledger", agent: "unit-tester", task: "make webhooks retry", budget: 1_000 },
  input: contextInput,
  output: contextView,
  run: (actor, input) => assembleContext(actor, input, { delivers: isAgent(actor) }),
})

/**
 * Number of candidates read in addition to `limit`, because copies of higher-ranked entries are dropped after
 * ranking.
 */
const SPARE = 200
const LONGEST = 20_000

export const rankContext = operation({
  name: "context.rank",
  summary:
    "List the current entries that an agent loads, or all current entries in a project, by rank and with the parts of each score.",
  method: "GET",
  path: "/rank",
  right: "read",
  example: { project: "ledger", agent: "unit-tester", limit: 20 },
  input: z.object({
    team: z.string().optional().describe("Slug, name or ID. Optional if the project identifies the team"),
    project: z.string().optional().describe("Slug, name or ID. Optional if there is only one project"),
    agent: z
      .string()
      .trim()
      .min(1)
      .max(200)
      .optional()
      .describe(
        "Only entries that this agent loads. Defaults to entries that any agent in the project loads",
      ),
    limit: z.coerce.number().int().min(1).max(500).default(20),
  }),
  output: z.object({
    team: z.string(),
    project: z.string(),
    notes: whichTeam,
    entries: z.array(contextEntry),
  }),
  async run(actor, { limit, ...named }) {
    const now = new Date()
    const asked = { now, task: null, take: limit + SPARE, longest: LONGEST }
    const place = await proposalPlace(actor, named, "read")
    if (!place.ok) return place
    const { team, project, notes = [] } = place.value
    const agent = named.agent === undefined ? null : await contextPlace(actor, named, place.value)
    if (agent && !agent.ok) return agent
    const entries = agent
      ? (await loadedEntries(agent.value.loader, asked)).entries
      : await projectEntries({ teamId: team.id, projectId: project.id }, asked)
    const published = publishedOf(agent?.value.loader ?? { published: [] })
    const ranked = rankCandidates(
      entries.map((entry) => candidateOf(entry, { fromCoach: published.get(entry.id) ?? null })),
      asked,
    )
      .slice(0, limit)
      .map(contextEntryView)
    const verified = await readVerifications(visibilityOf(actor, team.id), ranked)
    return done({
      team: team.slug,
      project: project.name,
      notes: [...notes],
      entries: ranked.map((entry) => ({
        ...entry,
        text: noteIfWithheld(actor, { ...entry, title: null }, verified).text ?? entry.text,
      })),
    })
  },
})

const DAY = 86_400_000

const loadedFile = fileSummary.extend({
  characters: z
    .number()
    .nullable()
    .describe("Length in characters if the load limit counts characters, otherwise null"),
  writtenBack: z
    .boolean()
    .describe(
      "False if the source does not have the current text, so the harness loads an older one or none",
    ),
  group: z.enum(LOAD_GROUPS),
  moment: z
    .enum(["start", "on-demand"])
    .describe("on-demand: the harness opens the file when an index or a task links to it"),
  around: z
    .object({
      reason: z.enum(["lines", "bytes", "characters"]),
      lines: z.array(z.object({ line: z.number(), text: z.string(), loaded: z.boolean() })),
    })
    .nullable()
    .describe(
      "Lines around the load limit: the last lines that the harness loads and the first line that it does not load. Null if the harness loads all lines",
    ),
})

const contextSizeOutput = z.object({
  loaded: z.record(z.enum(CONTEXT_PARTS), z.number()).describe("Number of loaded lines, by kind of memory"),
  unused: z.number().describe("Lines remaining before the files reach their budgets or load limits"),
  truncated: z.number().describe("Lines past the load limit of a file, which the harness does not load"),
})

/** Shows what the harness reads without Quarterdeck. `showContext` shows what Quarterdeck delivers. */
export const showLoads = operation({
  name: "context.loads",
  summary: "List the files that an agent's harness loads automatically, in order, each with its load limit.",
  method: "GET",
  path: "/context/loads",
  right: "read",
  example: { project: "ledger", agent: "unit-tester" },
  input: z.object({
    team: z.string().optional().describe("Slug, name or ID. Optional if the project identifies the team"),
    project: z.string().optional().describe("Slug, name or ID. Optional if there is only one project"),
    agent: z
      .string()
      .trim()
      .min(1)
      .max(200)
      .optional()
      .describe("The agent's name. Defaults to the agent that the access token belongs to"),
  }),
  output: z.object({
    agent: z.string(),
    project: z.object({ slug: z.string(), name: z.string() }),
    category: z.object({ slug: z.string(), name: z.string(), coordinator: z.string().nullable() }).nullable(),
    /** True if the agent has memory or a definition in this project. */
    known: z.boolean(),
    optedOut: z.boolean(),
    /** True if neither the agent nor its category has an entry in this project. */
    cold: z.boolean(),
    size: contextSizeOutput.describe("Number of lines loaded at session start"),
    files: z.array(loadedFile),
  }),
  async run(actor, input) {
    const place = await contextPlace(actor, input)
    if (!place.ok) return place
    const { team, project, agent, optedOut, loader } = place.value
    const now = new Date()
    const days = [now, new Date(now.getTime() - DAY)].map((day) => day.toISOString().slice(0, 10))
    const [files, categories] = await Promise.all([
      listLoadable(visibilityOf(actor, team.id), { ...loader, days }),
      listCategories(visibilityOf(actor, team.id)),
    ])
    const texts = await headTexts(
      visibilityOf(actor, team.id),
      files.filter((file) => file.cut !== null || summarizeFile(file).limits.characters !== null),
    )
    const category = categories.find(({ id }) => id === loader.categoryId) ?? null
    const steps = loadOrder(
      files.map((file) => ({ file, ...loadable(file) })),
      days[0] ?? "",
    )
    const loaded = steps.map(({ file: { file }, group, moment }) => {
      const summary = summarizeFile(file)
      const text = texts.get(file.id)
      const characters = summary.limits.characters === null ? null : (text?.length ?? null)
      const writtenBack = Buffer.compare(file.base, file.sha256) === 0
      return { ...summary, characters, writtenBack, group, moment, around: aroundOf(summary, text) }
    })
    return done({
      agent,
      project: { slug: project.slug, name: project.name },
      category: category && { slug: category.slug, name: category.name, coordinator: category.coordinator },
      known: loader.agentId !== null,
      optedOut,
      cold: files.every((file) => (file.agent === null && file.category === null) || file.entries === 0),
      size: contextSize(loaded),
      files: loaded,
    })
  },
})

const loadable = (file: ListedFile) => ({
  path: file.path,
  format: file.format as FormatId,
  role: file.role as FileRole,
  agent: file.agent?.name ?? null,
  category: file.category?.slug ?? null,
})

function aroundOf(file: FileSummary, text: string | undefined) {
  if (file.cut === null || text === undefined) return null
  const cut = cutOf(text, file.limits) ?? { line: file.cut, reason: "lines" as const }
  return { reason: cut.reason, lines: linesAroundCut(text, cut) }
}
