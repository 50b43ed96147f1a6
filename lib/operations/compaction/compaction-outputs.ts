import { z } from "zod"
import {
  COMPACTION_KINDS,
  type CompactionKind,
  LEFT_BECAUSE,
  MEMORY_KINDS,
} from "@/lib/memory/compaction/scored-log-entry"
import { TRIM_RULES } from "@/lib/memory/compaction/trim/trim-entry"
import { PROPOSAL_STATES } from "../proposals/proposal-outputs"

export { COMPACTION_KINDS, type CompactionKind }

const place = { project: z.string().describe("Slug"), agent: z.string().nullable() }

/** A memory that can be compacted. */
export const compactable = z.object({
  file: z
    .string()
    .nullable()
    .describe("ID of the memory file. Null until the first approved proposal creates the file"),
  path: z.string(),
  ...place,
  kinds: z.array(
    z.object({
      kind: z.enum(COMPACTION_KINDS),
      due: z.boolean(),
      why: z.string().describe("In plain language: what can be compacted, or why nothing is due"),
      since: z
        .string()
        .nullable()
        .describe("For logs: the day of the last compaction. Null if there was none"),
      figures: z.object({
        logs: z.number().optional().describe("Number of daily logs"),
        fresh: z.number().optional().describe("Number of daily logs not yet read by any compaction"),
        lines: z.number().optional(),
        budget: z.number().nullable().optional(),
        over: z.number().optional().describe("Number of lines over the budget"),
        runs: z.number().optional(),
        kept: z.number().optional().describe("Number of runs that agents load"),
      }),
    }),
  ),
  last: z.object({ at: z.string(), by: z.string(), kind: z.enum(COMPACTION_KINDS) }).nullable(),
  cadence: z.number().nullable().describe("Days between compactions, as set by policy. Null if never due"),
})
export type CompactableView = z.output<typeof compactable>

export const compactionView = z.object({
  id: z.string(),
  kind: z.enum(COMPACTION_KINDS),
  file: z.string().nullable(),
  path: z.string(),
  ...place,
  upTo: z.string().nullable().describe("For logs: the most recent day that was read"),
  considered: z.number(),
  left: z.number(),
  by: z.string(),
  at: z.string(),
  proposals: z.array(z.object({ id: z.string(), state: z.enum(PROPOSAL_STATES) })),
})
export type CompactionView = z.output<typeof compactionView>

export const compactionPage = z.object({
  compactions: z.array(compactionView),
  cursor: z.string().nullable(),
})

/** A log line that an addition is based on. */
export const citedLine = z.object({
  file: z.string().nullable(),
  path: z.string(),
  line: z.number(),
  day: z.string().nullable(),
  text: z.string(),
})
/** An entry or instruction that is similar to an addition, or contradicts it. */
export const nearLine = z.object({
  text: z.string(),
  path: z.string(),
  line: z.number().nullable(),
  score: z.number(),
})

export const addition = z.object({
  index: z.number().describe("Index that identifies the addition in `only`"),
  text: z.string(),
  section: z.string(),
  newSection: z.boolean().describe("True if the file does not have this section yet"),
  type: z.enum(MEMORY_KINDS),
  date: z.string().describe("ISO date of the newest source line"),
  score: z.number(),
  reasons: z.array(z.string()).describe("The reasons for the addition"),
  cites: z.array(citedLine),
  near: z.array(nearLine),
  against: z.array(nearLine.extend({ why: z.string() })),
  waiting: z.string().nullable().describe("ID of the addition's proposal, if already pending"),
})
export type AdditionView = z.output<typeof addition>

const target = z.object({
  file: z.string().nullable(),
  path: z.string(),
  ...place,
  sections: z.array(z.string()),
  lines: z.number(),
  after: z.number(),
  budget: z.number().nullable(),
})

export const logsPreview = z.object({
  kind: z.literal("logs"),
  shown: z
    .string()
    .describe("Send `shown` when you propose, so that the request applies to exactly this version"),
  model: z
    .string()
    .nullable()
    .describe("provider:name of the language model that was asked. Null if only rules were used"),
  notes: z
    .array(z.string())
    .describe("In plain language: what the model did not receive or answer, and which logs come next"),
  target,
  since: z.string().nullable().describe("Logs from this day and later were read. Null if all logs were read"),
  upTo: z.string().nullable(),
  logs: z.array(z.object({ file: z.string(), path: z.string(), day: z.string(), lines: z.number() })),
  considered: z.number(),
  additions: z.array(addition),
  left: z.object({
    total: z.number(),
    by: z.partialRecord(z.enum(LEFT_BECAUSE), z.number()),
    lines: z
      .array(
        z.object({
          text: z.string(),
          path: z.string(),
          line: z.number(),
          why: z.string(),
          because: z.enum(LEFT_BECAUSE),
        }),
      )
      .describe("At most 500 lines"),
  }),
})
export type LogsPreview = z.output<typeof logsPreview>

export const trimStep = z.object({
  index: z.number(),
  how: z.enum(["merge", "remove", "move", "retire"]),
  rule: z.enum(TRIM_RULES),
  entries: z.array(z.object({ id: z.string(), text: z.string(), line: z.number() })),
  into: z
    .object({ id: z.string(), text: z.string(), line: z.number() })
    .nullable()
    .describe("For a merge: the entry that is kept"),
  to: z.string().nullable().describe("For a move: the path of the topic file"),
  text: z
    .string()
    .nullable()
    .describe("For a move: the index line that links to the topic file. Null if the line already exists"),
  reason: z.string(),
  saves: z.number().describe("Number of lines that the step removes from the file"),
})

export const trimPreview = z.object({
  kind: z.literal("trim"),
  shown: z.string(),
  target,
  lines: z.object({ before: z.number(), after: z.number(), budget: z.number().nullable() }),
  steps: z.array(trimStep),
  proposals: z
    .array(
      z.object({
        path: z.string(),
        steps: z.array(z.number()),
        makes: z.boolean(),
        changes: z.number(),
        reason: z.string(),
      }),
    )
    .describe("Proposed changes, in the recommended review order"),
  missing: z.number().describe("Number of lines still over the budget after all steps"),
  told: z.string().describe("In plain language: whether the file fits its budget, and if not, why"),
})
export type TrimPreview = z.output<typeof trimPreview>

export const runsPreview = z.object({
  kind: z.literal("runs"),
  shown: z.string(),
  target,
  runs: z.number(),
  keep: z.number(),
  prune: z.array(
    z.object({
      index: z.number(),
      text: z.string(),
      line: z.number(),
      at: z.string().nullable(),
      why: z.string(),
    }),
  ),
  notes: z.array(
    z.object({
      index: z.number(),
      text: z.string(),
      why: z.string(),
      cites: z.array(citedLine),
      waiting: z.string().nullable(),
    }),
  ),
})
export type RunsPreview = z.output<typeof runsPreview>

export const preview = z.discriminatedUnion("kind", [logsPreview, trimPreview, runsPreview])
export type CompactionPreview = z.output<typeof preview>
