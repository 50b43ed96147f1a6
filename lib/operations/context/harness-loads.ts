import { visibilityOf } from "@/lib/memory/teams/visibility"
import { z } from "zod"
import { headTexts, listLoadable, type ListedFile } from "@/lib/db/memory-files/files"
import { listCategories } from "@/lib/db/agents/fleet"
import { linesAroundCut } from "@/lib/memory/context/lines-at-limit"
import { CONTEXT_PARTS, contextSize } from "@/lib/memory/context/context-size"
import { cutOf } from "@/lib/memory/memory-files/load-limit"
import type { FileRole, FormatId } from "@/lib/memory/memory-files/format"
import { LOAD_GROUPS, loadOrder } from "@/lib/memory/context/load-order"
import { done } from "@/lib/memory/inputs/outcome"
import { fileSummary, type FileSummary, summarizeFile } from "../memory-files/file-summary"
import { operation } from "../operation"
import { contextPlace } from "./context-agent"

const DAY = 86_400_000

const loadedFile = fileSummary.extend({
  characters: z
    .number()
    .nullable()
    .describe("Length in characters if the load limit counts characters. Otherwise null"),
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
  truncated: z.number().describe("Lines past a load limit"),
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
      return { ...summary, characters, group, moment, around: aroundOf(summary, text) }
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
