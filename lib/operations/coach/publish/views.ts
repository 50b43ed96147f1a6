import { z } from "zod"
import { SYNTHESIS_KINDS } from "@/lib/memory/coach/kinds"
import { claim } from "../views"

/** Another synthesis, as far as one is told of it beside this one. */
export const besideSynthesis = z.object({
  id: z.string(),
  title: z.string(),
  at: z.string().describe("When it was published; of one that never was, when it came in"),
})

/** What publishing would do to the coach's own memory file. */
export const publishPreview = z.object({
  id: z.string(),
  path: z.string(),
  project: z.string().describe("Slug of the project whose coach's memory is written"),
  makes: z.boolean().describe("The file is not there yet"),
  claims: z.number().describe("Those that were accepted for it"),
  adds: z.number().describe("Entries that come in: one for each of them that the file does not say yet"),
  removes: z.number().describe("Entries of the synthesis that it replaces which go"),
  keeps: z.number().describe("Entries of that one which stay, as somebody worded them otherwise since"),
  lines: z.number().describe("Of the file afterwards"),
  budget: z.number().nullable(),
  replaces: besideSynthesis.nullable(),
  hindrance: z.string().nullable().describe("Why it cannot be published now; null: it can"),
  shown: z
    .string()
    .describe("SHA-256 of all this: carried to publishing, another state of it is refused as stale"),
})
export type PublishPreview = z.output<typeof publishPreview>

export const published = z.object({
  id: z.string(),
  state: z.literal("published"),
  path: z.string(),
  revision: z.number(),
  claims: z.number().describe("Those that the coach's memory now says"),
  replaced: z
    .string()
    .nullable()
    .describe("The synthesis of the same place, kind and agent that was published until now"),
})

export const withdrawn = z.object({
  id: z.string(),
  state: z.literal("waiting"),
  path: z.string(),
  revision: z
    .number()
    .nullable()
    .describe("Of the file, as it was before; null where the file is gone with it"),
  published: z.string().nullable().describe("The one before, which is published again"),
})

export const synthesisChanges = z.object({
  since: besideSynthesis
    .nullable()
    .describe("What it is compared with; null: there was none before, and all is new"),
  new: z.array(claim),
  same: z.array(claim),
  gone: z.array(claim),
  reworded: z.array(z.object({ from: claim, to: claim })),
})
export type SynthesisChanges = z.output<typeof synthesisChanges>

export const synthesisText = z.object({
  title: z.string(),
  kind: z.enum(SYNTHESIS_KINDS),
  markdown: z.string(),
})
