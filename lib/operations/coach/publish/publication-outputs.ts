import { z } from "zod"
import { SYNTHESIS_KINDS } from "@/lib/memory/coach/kinds"
import { claim } from "../coach-outputs"

/** A summary of another synthesis. */
export const besideSynthesis = z.object({
  id: z.string(),
  title: z.string(),
  at: z.string().describe("When it was published, or submitted if never published"),
})

/** The effect of publishing on the coach's own memory file. */
export const publishPreview = z.object({
  id: z.string(),
  path: z.string(),
  project: z.string().describe("Slug of the project that contains the coach's memory"),
  makes: z.boolean().describe("True if the file does not exist yet"),
  claims: z.number().describe("Number of accepted claims"),
  adds: z
    .number()
    .describe("Number of entries to add: one for each accepted claim that the file does not contain yet"),
  removes: z.number().describe("Number of entries from the replaced synthesis that will be removed"),
  keeps: z
    .number()
    .describe("Number of entries from the replaced synthesis that are kept because they were edited"),
  lines: z.number().describe("Number of lines in the file after publishing"),
  budget: z.number().nullable(),
  replaces: besideSynthesis.nullable(),
  hindrance: z.string().nullable().describe("Why the synthesis cannot be published. Null if it can"),
  shown: z
    .string()
    .describe(
      "SHA-256 of this preview. Send it when you publish. If anything has changed, publishing is rejected as stale",
    ),
})
export type PublishPreview = z.output<typeof publishPreview>

export const published = z.object({
  id: z.string(),
  state: z.literal("published"),
  path: z.string(),
  revision: z.number(),
  claims: z.number().describe("Number of claims that the coach's memory now contains"),
  replaced: z.string().nullable().describe("The replaced synthesis with the same scope, kind and agent"),
})

export const withdrawn = z.object({
  id: z.string(),
  state: z.literal("waiting"),
  path: z.string(),
  revision: z.number().nullable().describe("Revision of the restored file. Null if the file is removed"),
  published: z.string().nullable().describe("The previous synthesis, which is now published again"),
})

export const synthesisChanges = z.object({
  since: besideSynthesis
    .nullable()
    .describe("The synthesis to compare with. Null if there is no earlier one"),
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
