import { inputDay } from "../inputs/input-dates"
import { z } from "zod"
import { LONGEST_STATEMENT, type ProposalKind } from "./requested-change"

export { LONGEST_STATEMENT, PROPOSAL_KINDS, type ProposalKind, statementsOf } from "./requested-change"

const statement = z
  .string()
  .max(
    LONGEST_STATEMENT,
    `an entry can have at most ${LONGEST_STATEMENT.toLocaleString("en")} characters: split it`,
  )
  .refine((text) => text.trim() !== "", "an entry cannot be empty")
const section = z.string().trim().min(1).max(200).nullable()
/** What is said where a confidence is none. */
export const FROM_0_TO_1 = "a number from 0 to 1"
/** An entry by its id, with its text as whoever proposes saw it: what the store has is compared with it, so a change never lands on another statement. */
const target = { entry: z.uuid(), before: z.string() }

/**
 * One change that a proposal asks for. All changes of a proposal concern one file and stand or fall together.
 * `section` is a section's name, null: before the first heading. `date` is an ISO date.
 */
export const proposedChange = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("add"),
    section,
    text: statement,
    date: inputDay.nullable(),
    type: z.string().min(1).max(60).optional(),
    confidence: z.number(FROM_0_TO_1).min(0, FROM_0_TO_1).max(1, FROM_0_TO_1).optional(),
  }),
  z.object({ kind: z.literal("edit"), ...target, text: statement }),
  z.object({ kind: z.literal("retire"), ...target, why: z.string().trim().min(1).max(500) }),
  z.object({ kind: z.literal("restore"), ...target }),
  z.object({ kind: z.literal("remove"), ...target }),
  z.object({ kind: z.literal("move"), ...target, section }),
])
export type ProposedChange = z.output<typeof proposedChange>
export type TargetedChange = Exclude<ProposedChange, { kind: "add" }>

export function kindOf(changes: readonly ProposedChange[]): ProposalKind {
  const [first] = changes
  return first && changes.length === 1 ? first.kind : "several"
}

export const targetsOf = (changes: readonly ProposedChange[]): string[] =>
  changes.flatMap((change) => (change.kind === "add" ? [] : [change.entry]))

/** What a list shows of a proposal: the statement it brings, else the one it concerns. */
export function headlineOf(changes: readonly ProposedChange[]): string {
  return changes
    .map((change) => (change.kind === "add" || change.kind === "edit" ? change.text : change.before))
    .join("\n")
}

/** The same request in the same words, whatever the spacing: equal keys are one proposal with several supporters. */
export function sameness(path: string, changes: readonly ProposedChange[]): string {
  const plain = (text: string) => text.trim().replaceAll(/\s+/g, " ")
  const named = changes.map((change) =>
    change.kind === "add"
      ? ["add", change.section, plain(change.text)]
      : [
          change.kind,
          change.entry,
          change.kind === "edit" ? plain(change.text) : change.kind === "move" ? change.section : "",
        ],
  )
  return JSON.stringify([path, ...named])
}

/** What a person decides on, byte for byte: the place and the changes with the texts they were made against. Hashed into `shown`. */
export function decidedOn(path: string, changes: readonly ProposedChange[]): string {
  return JSON.stringify([
    path,
    ...changes.map((change) => Object.entries(change).toSorted(([a], [b]) => (a < b ? -1 : 1))),
  ])
}
