import { z } from "zod"
import { LEFT_OUT } from "@/lib/memory/seed/seed-entry"
import { SEED_FORMATS } from "@/lib/memory/seed/seed-formats"
import { SORT_METHODS } from "../coach/sorting"

export const SEED_STATES = ["waiting", "applied", "proposed", "fresh", "dropped", "undone"] as const
export type SeedState = (typeof SEED_STATES)[number]

const projectNamed = z.object({ slug: z.string(), name: z.string() })

/** "shared", "coordinator", "role:NAME". */
const filePlace = z
  .string()
  .regex(/^(shared|coordinator|role:.{1,200})$/, "say shared, coordinator or role:NAME")
/** The same, or "left-out". */
export const seedPlace = z
  .string()
  .regex(/^(shared|coordinator|left-out|role:.{1,200})$/, "say shared, coordinator, role:NAME or left-out")

export const predecessor = z.object({
  agent: z.string(),
  project: z.string().describe("Slug"),
  here: z.boolean().describe("Of the project that the agent is in"),
  why: z.enum(["documents' pair", "same category", "same name stem", "similar definition"]),
  words: z.string().describe("Why, for people"),
  score: z.number().min(0).max(1),
  entries: z.number().describe("That it holds now"),
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
  plan: z.string().nullable().describe("The plan that waits for it"),
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
    .describe("A team's slug, name or id; absent: that of the project, or the only one"),
  project: z.string().optional().describe("A project's slug, name or id; absent: the only one of the team"),
  agents: z
    .array(z.string().min(1).max(200))
    .min(1, "name at least one agent")
    .max(20, "at most 20 agents at once"),
  category: z.string().max(200).optional().describe("Slug; left out, the agent's own"),
  from: z
    .array(
      z.union([
        z.object({
          agent: z.string().min(1).max(200),
          project: z.string().max(200).optional().describe("Slug; left out, the project of the agents"),
        }),
        z.object({ file: z.string().min(1).max(2_000).describe("Id, or a path in the project") }),
      ]),
    )
    .min(1, "name at least one predecessor")
    .max(20, "at most 20 predecessors at once"),
  into: z
    .enum(["agent", "category"])
    .default("agent")
    .describe("category: one memory for all of the category, with a section for each of the agents"),
  budget: z.number().int().min(1).max(1_000).default(100).describe("Lines that the file may have"),
  format: z
    .enum(SEED_FORMATS)
    .optional()
    .describe("Of a memory that is made; left out, what the siblings have"),
  method: z
    .enum(SORT_METHODS)
    .optional()
    .describe(
      "model: a language model's word is weighed in, where one is configured; rules: it is not. Left out, a plan asks it where there is one, and a preview does not",
    ),
}

export const placement = z.object({
  entry: z.string(),
  from: z.string().describe("The predecessor that holds it"),
  text: z.string(),
  date: z.string().nullable(),
  section: z.string().nullable().describe("The heading that it stood under"),
  path: z.string(),
  line: z.number(),
  file: z.string().describe("Id of the file that it stands in"),
  place: z.string().describe("shared, coordinator, role:NAME or left-out"),
  why: z.enum(LEFT_OUT).nullable().describe("Why it is left out"),
  was: filePlace.nullable().describe("Left out: where it would stand otherwise"),
  reason: z.string(),
  confidence: z.number().min(0).max(1),
  byHand: z.boolean(),
})

export const counts = z.object({
  shared: z.number(),
  coordinator: z.number(),
  roles: z.record(z.string(), z.number()),
  leftOut: z.record(z.enum(LEFT_OUT), z.number()),
  all: z.number(),
})

const body = {
  team: z.string().describe("Slug"),
  project: projectNamed,
  agent: z.string().nullable().describe("Null: the memory of all of a category"),
  category: z.string().nullable(),
  roles: z.array(z.string()),
  from: z.array(
    z.object({
      agent: z.string().nullable(),
      project: z.string(),
      file: z.string(),
      path: z.string(),
      entries: z.number(),
      changed: z.boolean().describe("It has another revision since"),
    }),
  ),
  path: z.string(),
  format: z.enum(SEED_FORMATS),
  budget: z.number(),
  model: z
    .string()
    .nullable()
    .describe("provider:name of the language model whose word was weighed in; null: rules alone"),
  notes: z.array(z.string()).describe("What the model was not shown or did not say, in sentences"),
  lines: z.number().describe("Of the file with what is placed in it"),
  over: z.number(),
  target: z.enum(["empty", "has-content", "opted-out"]),
  sections: z.array(
    z.object({ place: filePlace, heading: z.string(), entries: z.number(), lines: z.number() }),
  ),
  placements: z.array(placement).describe("Each entry of the predecessors, in exactly one place"),
  counts,
  file: z.object({ id: z.string(), revision: z.number() }).nullable().describe("What stands at its place"),
  proposals: z.array(z.object({ id: z.string(), state: z.string() })),
  refused: z
    .array(z.object({ entry: z.string(), path: z.string(), line: z.number(), why: z.string() }))
    .describe("Placed entries that would not be written, and why"),
  may: z.object({
    decide: z.boolean(),
    why: z.string().nullable(),
    people: z
      .number()
      .describe("How many have to approve what is written there; two: each entry becomes a proposal"),
  }),
  nothingLeft: z
    .string()
    .nullable()
    .describe(
      "That the memory has all of it already, or proposals that wait ask for it; null: something is left to seed",
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
  revision: z.number().nullable().describe("Applied: the revision that it wrote"),
  snoozedUntil: z.string().nullable().describe("Until when whoever asks has put it off"),
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
  snoozedUntil: z.string().nullable().describe("Until when whoever asks has put it off"),
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
    .describe("What was placed and is not written, and why"),
})
export type Applied = z.input<typeof applied>
