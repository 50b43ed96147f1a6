import { z } from "zod"
import { SEED_LEFT_OUT, SEED_FORMATS } from "@/lib/memory/seed/seed-entry"
import { SORT_METHODS } from "../coach/available-coaches"

export const SEED_STATES = ["waiting", "applied", "proposed", "fresh", "dropped", "undone"] as const
export type SeedState = (typeof SEED_STATES)[number]

const projectNamed = z.object({ slug: z.string(), name: z.string() })

/** Schema of a place in the file: "shared", "coordinator" or "role:NAME". */
const filePlace = z
  .string()
  .regex(/^(shared|coordinator|role:.{1,200})$/, "must be shared, coordinator or role:NAME")
/** Schema of a place in the file or "left-out". */
export const seedPlace = z
  .string()
  .regex(
    /^(shared|coordinator|left-out|role:.{1,200})$/,
    "must be shared, coordinator, role:NAME or left-out",
  )

export const predecessor = z.object({
  agent: z.string(),
  project: z.string().describe("Slug"),
  here: z.boolean().describe("True if the predecessor is in the agent's project"),
  why: z.enum(["documents' pair", "same category", "same name stem", "similar definition"]),
  words: z.string().describe("The reason, in plain language"),
  score: z.number().min(0).max(1),
  entries: z.number().describe("Number of current entries"),
  file: z.string().describe("Id"),
  path: z.string(),
})

export const coldAgent = z.object({
  name: z.string(),
  project: projectNamed,
  category: z.string().nullable().describe("Slug"),
  coordinator: z.boolean(),
  why: z.string(),
  predecessors: z.array(predecessor),
  plan: z.string().nullable().describe("ID of the agent's pending plan"),
})

export const freshAgent = z.object({
  name: z.string(),
  project: projectNamed,
  plan: z.string(),
  by: z.string(),
  at: z.string(),
  reason: z.string().nullable(),
})

export const otherMemory = z.object({
  file: z.string(),
  path: z.string(),
  agent: z.string().nullable(),
  category: z.string().nullable(),
  project: z.string(),
  entries: z.number(),
})

export const seedInput = {
  team: z
    .string()
    .optional()
    .describe("A team's slug, name or ID. Optional if the project is given, or if there is only one team"),
  project: z
    .string()
    .optional()
    .describe("A project's slug, name or ID. Optional if the team has only one project"),
  agents: z
    .array(z.string().min(1).max(200))
    .min(1, "choose at least one agent")
    .max(20, "at most 20 agents at once"),
  category: z.string().max(200).optional().describe("Slug. Defaults to the agent's own category"),
  from: z
    .array(
      z.union([
        z.object({
          agent: z.string().min(1).max(200),
          project: z.string().max(200).optional().describe("Slug. Defaults to the agents' project"),
        }),
        z.object({ file: z.string().min(1).max(2_000).describe("ID or path in the project") }),
      ]),
    )
    .min(1, "choose at least one predecessor")
    .max(20, "at most 20 predecessors at once"),
  into: z
    .enum(["agent", "category"])
    .default("agent")
    .describe("category: one memory for the whole category, with a section for each agent"),
  budget: z.number().int().min(1).max(1_000).default(100).describe("Maximum number of lines in the file"),
  format: z
    .enum(SEED_FORMATS)
    .optional()
    .describe("For a new memory file. Defaults to the format of its sibling files"),
  method: z
    .enum(SORT_METHODS)
    .optional()
    .describe(
      "model: also ask the configured language model. rules: use only rules. If omitted, a plan asks the model if one is configured, and a preview does not",
    ),
}

export const placement = z.object({
  entry: z.string(),
  from: z.string().describe("The predecessor that the entry comes from"),
  text: z.string(),
  date: z.string().nullable(),
  section: z.string().nullable().describe("The heading above the entry"),
  path: z.string(),
  line: z.number(),
  file: z.string().describe("ID of the entry's file"),
  place: z.string().describe("shared, coordinator, role:NAME or left-out"),
  why: z.enum(SEED_LEFT_OUT).nullable().describe("Why the entry was left out"),
  was: filePlace.nullable().describe("For left-out entries: where the entry would go"),
  reason: z.string(),
  confidence: z.number().min(0).max(1),
  byHand: z.boolean(),
})

export const seedCounts = z.object({
  shared: z.number(),
  coordinator: z.number(),
  roles: z.record(z.string(), z.number()),
  leftOut: z.record(z.enum(SEED_LEFT_OUT), z.number()),
  all: z.number(),
})

const body = {
  team: z.string().describe("Slug"),
  project: projectNamed,
  agent: z.string().nullable().describe("Null for the memory of the whole category"),
  category: z.string().nullable(),
  roles: z.array(z.string()),
  from: z.array(
    z.object({
      agent: z.string().nullable(),
      project: z.string(),
      file: z.string(),
      path: z.string(),
      entries: z.number(),
      changed: z.boolean().describe("True if the file has a newer revision"),
    }),
  ),
  path: z.string(),
  format: z.enum(SEED_FORMATS),
  budget: z.number(),
  model: z
    .string()
    .nullable()
    .describe("provider:name of the language model that was asked. Null if only rules were used"),
  notes: z.array(z.string()).describe("Notes in plain language on what the model did not receive or answer"),
  lines: z.number().describe("Number of lines in the file with the placed entries"),
  over: z.number(),
  target: z.enum(["empty", "has-content", "opted-out"]),
  sections: z.array(
    z.object({ place: filePlace, heading: z.string(), entries: z.number(), lines: z.number() }),
  ),
  placements: z.array(placement).describe("Each entry from the predecessors, in exactly one place"),
  counts: seedCounts,
  file: z
    .object({ id: z.string(), revision: z.number() })
    .nullable()
    .describe("The existing memory file. Null if there is none"),
  proposals: z.array(z.object({ id: z.string(), state: z.string() })),
  refused: z
    .array(z.object({ entry: z.string(), path: z.string(), line: z.number(), why: z.string() }))
    .describe("Placed entries that would not be written, and why"),
  may: z.object({
    decide: z.boolean(),
    why: z.string().nullable(),
    people: z
      .number()
      .describe("Number of required approvals. If two are required, each entry becomes a proposal"),
  }),
  nothingLeft: z
    .string()
    .nullable()
    .describe(
      "Why nothing is left to seed: every entry already exists or is already proposed. Null if entries are left to seed",
    ),
}

export const planBody = z.object(body)
export type PlanBody = z.input<typeof planBody>

export const plan = z.object({
  id: z.string(),
  ...body,
  state: z.enum(SEED_STATES),
  version: z.number(),
  by: z.string(),
  at: z.string(),
  decided: z.object({ by: z.string(), at: z.string() }).nullable(),
  reason: z.string().nullable(),
  revision: z.number().nullable().describe("The resulting revision, if the plan was applied"),
  snoozedUntil: z
    .string()
    .nullable()
    .describe("When your snooze ends. Null if you have not snoozed the plan"),
})
export type PlanView = z.input<typeof plan>

export const planSummary = z.object({
  id: z.string(),
  agent: z.string().nullable(),
  category: z.string().nullable(),
  project: projectNamed,
  path: z.string(),
  state: z.enum(SEED_STATES),
  by: z.string(),
  at: z.string(),
  decidedBy: z.string().nullable(),
  decidedAt: z.string().nullable(),
  lines: z.number(),
  budget: z.number(),
  placed: z.number(),
  leftOut: z.number(),
  from: z.array(z.string()),
  version: z.number(),
  snoozedUntil: z
    .string()
    .nullable()
    .describe("When your snooze ends. Null if you have not snoozed the plan"),
})

export const moves = z
  .array(z.object({ entry: z.string(), place: seedPlace }))
  .min(0)
  .max(500)

export const seedText = z.object({
  text: z.string(),
  path: z.string(),
  lines: z.number(),
  format: z.enum(SEED_FORMATS),
  diagnostics: z.array(
    z.object({
      line: z.number(),
      column: z.number(),
      severity: z.enum(["info", "warning", "error"]),
      code: z.string(),
      message: z.string(),
    }),
  ),
})

export const firstContext = z.object({ text: z.string(), tokens: z.number(), entries: z.number() })

export const applied = z.object({
  plan: z.string(),
  state: z.enum(["applied", "proposed"]),
  file: z.string().nullable(),
  revision: z.number().nullable(),
  proposals: z.array(z.string()),
  path: z.string(),
  entries: z.number(),
  left: z
    .array(z.object({ entry: z.string(), path: z.string(), line: z.number(), why: z.string() }))
    .describe("Entries that were placed but not written, and why"),
})
export type Applied = z.input<typeof applied>
