import { inputDay } from "../inputs/read-input"
import { z } from "zod"
import { LONGEST_STATEMENT, type ProposalKind } from "./proposal-kinds"

export { LONGEST_STATEMENT, PROPOSAL_KINDS, type ProposalKind, statementsOf } from "./proposal-kinds"

const statement = z
  .string()
  .max(
    LONGEST_STATEMENT,
    `an entry can have at most ${LONGEST_STATEMENT.toLocaleString("en")} characters; split it into several entries`,
  )
  .refine((text) => text.trim() !== "", "an entry cannot be empty")
const section = z.string().trim().min(1).max(200).nullable()
/** Error message for an invalid confidence. */
export const FROM_0_TO_1 = "must be a number from 0 to 1"
/** An entry by id, with the text that the author saw. A change of an entry with another text is refused as stale. */
const target = { entry: z.uuid(), before: z.string() }

/**
 * One change of a proposal. All changes of a proposal concern one file and are applied together. `section` is the name of a section; null:
 * before the first heading. `date` is an ISO date.
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

/** Returns the kind of a proposal: the kind of its only change, or "several". */
export function proposalKindOf(changes: readonly ProposedChange[]): ProposalKind {
  const [first] = changes
  return first && changes.length === 1 ? first.kind : "several"
}

/** Returns the ids of the entries that the changes concern. */
export const targetsOf = (changes: readonly ProposedChange[]): string[] =>
  changes.flatMap((change) => (change.kind === "add" ? [] : [change.entry]))

/** Returns the text of a proposal for lists: the new texts, else the texts of the changed entries. */
export function headlineOf(changes: readonly ProposedChange[]): string {
  return changes
    .map((change) => (change.kind === "add" || change.kind === "edit" ? change.text : change.before))
    .join("\n")
}

/** Returns a key of the path and changes that ignores whitespace. Proposals with equal keys are merged, with several supporters. */
export function duplicateKeyOf(path: string, changes: readonly ProposedChange[]): string {
  const plain = (text: string) => text.trim().replaceAll(/\s+/g, " ")
  const keyOf = (change: ProposedChange) => {
    switch (change.kind) {
      case "add":
        return ["add", change.section, plain(change.text)]
      case "edit":
        return ["edit", change.entry, plain(change.text)]
      case "move":
        return ["move", change.entry, change.section]
      default:
        return [change.kind, change.entry, ""]
    }
  }
  return JSON.stringify([path, ...changes.map(keyOf)])
}

/** Returns the exact content that a reviewer decides on: path and changes with their texts. Its hash is the field `shown`. */
export function decisionContent(path: string, changes: readonly ProposedChange[]): string {
  return JSON.stringify([
    path,
    ...changes.map((change) => Object.entries(change).toSorted(([a], [b]) => (a < b ? -1 : 1))),
  ])
}
