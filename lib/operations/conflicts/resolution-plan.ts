import { z } from "zod"
import { LONGEST_STATEMENT } from "@/lib/memory/proposals/proposal-kinds"
import type { ConflictRow } from "@/lib/db/conflicts/conflicts"
import { done, type Outcome, refused } from "@/lib/memory/inputs/outcome"
import { isSameText } from "@/lib/memory/proposals/change-status"
import type { WrittenChange } from "@/lib/memory/proposals/write-changes"
import { FILE_VERDICTS, narrowed, STATEMENT_VERDICTS } from "./conflict-outputs"
import type { CurrentSide, ConflictSides } from "./sides"

export const shownHash = z
  .string()
  .regex(/^[0-9a-f]{64}$/, "send `shown` exactly as you received it with the conflict")
export const reason = z.string().trim().max(2_000, "enter at most 2,000 characters").default("")

/** Decision on a conflict. */
export const resolutionRequest = z.object({
  conflict: z.string(),
  verdict: z.enum([...STATEMENT_VERDICTS, ...FILE_VERDICTS]),
  text: z
    .string()
    .max(4 * 1024 * 1024)
    .optional()
    .describe(
      `merge: the new text for the left side, at most ${LONGEST_STATEMENT.toLocaleString("en")} characters, or the whole text of the file for a file conflict`,
    ),
  left: narrowed
    .optional()
    .describe("keep-both: how to narrow the left side, with new text or another section"),
  right: narrowed.optional().describe("keep-both: how to narrow the right side"),
  side: z
    .enum(["left", "right"])
    .optional()
    .describe("override: the side that should take precedence. Defaults to the side that currently does not"),
})
export type RequestedResolution = z.output<typeof resolutionRequest>

/** The effect of a resolution on one file: removed entries, then groups of changes. */
export interface ConflictFilePlan {
  readonly fileId: string
  readonly forget: readonly string[]
  readonly changes: readonly (readonly WrittenChange[])[]
}

export interface ResolutionPlan {
  readonly files: readonly ConflictFilePlan[]
  /** The side that agents get, if no file changes. */
  readonly prevails: "left" | "right" | null
}

type Asked = Pick<RequestedResolution, "verdict" | "text" | "left" | "right" | "side">

const NOTHING: ResolutionPlan = { files: [], prevails: null }

/** Plans a verdict on statements for all files that contain them. */
export function planResolution(
  row: Pick<ConflictRow, "kind" | "prevails">,
  { left, right }: Pick<ConflictSides, "left" | "right">,
  asked: Asked,
): Outcome<ResolutionPlan> {
  switch (asked.verdict) {
    case "keep-left":
      return done(planned(right.map(leaves)))
    case "keep-right":
      return done(planned(left.map(leaves)))
    case "delete-both":
      return done(planned([...left, ...right].map(leaves)))
    case "keep-both":
      return done(
        planned([
          ...left.map((entry) => narrows(entry, asked.left)),
          ...right.map((entry) => narrows(entry, asked.right)),
        ]),
      )
    case "merge":
      return merged({ left, right }, asked.text)
    case "override":
      return overridden(row, asked.side)
    case "not-a-conflict":
      return done(NOTHING)
    case "ours":
    case "theirs":
      return refused(
        "invalid",
        `verdict: ${asked.verdict} applies only to file conflicts, but this conflict is between two entries`,
      )
  }
}

interface Step {
  readonly entry: CurrentSide
  readonly forget: boolean
  readonly changes: readonly WrittenChange[]
}

const leaves = (entry: CurrentSide): Step => ({ entry, forget: true, changes: [] })

function narrows(entry: CurrentSide, to: Asked["left"]): Step {
  const text = to?.text !== undefined && !isSameText(to.text, entry.text) ? to.text : entry.text
  const edit: WrittenChange[] =
    text === entry.text ? [] : [{ kind: "edit", entry: entry.id, before: entry.text, text }]
  const move: WrittenChange[] =
    to?.section === undefined || to.section === entry.section
      ? []
      : [{ kind: "move", entry: entry.id, before: text, section: to.section }]
  return { entry, forget: false, changes: [...edit, ...move] }
}

/**
 * Plans the merge: the merged text replaces all copies of the left side, and all copies of the right side are
 * removed.
 */
function merged(
  { left, right }: Pick<ConflictSides, "left" | "right">,
  text: string | undefined,
): Outcome<ResolutionPlan> {
  if (text === undefined || text.trim() === "") return refused("invalid", "text: enter the merged text")
  if (text.length > LONGEST_STATEMENT)
    return refused(
      "invalid",
      `text: an entry can have at most ${LONGEST_STATEMENT.toLocaleString("en")} characters`,
    )
  return done(planned([...right.map(leaves), ...left.map((entry) => narrows(entry, { text: text.trim() }))]))
}

function overridden(
  { kind, prevails }: Pick<ConflictRow, "kind" | "prevails">,
  side: Asked["side"],
): Outcome<ResolutionPlan> {
  if (kind !== "cross-scope" || prevails === null)
    return refused(
      "invalid",
      "verdict: entries of the same scope cannot override each other. Keep one side, or merge them",
    )
  const other = prevails === "left" ? "right" : "left"
  if (side !== undefined && side !== other)
    return refused(
      "invalid",
      `side: ${side} already takes precedence because of its scope (order: team, project, global)`,
    )
  return done({ files: [], prevails: other })
}

/**
 * Groups the changes by file. An entry has at most one edit and one move, and changes of the same kind are
 * written together.
 */
function planned(steps: readonly Step[]): ResolutionPlan {
  const files = new Map<string, Step[]>()
  for (const step of steps)
    if (step.forget || step.changes.length > 0)
      files.set(step.entry.fileId, [...(files.get(step.entry.fileId) ?? []), step])
  return {
    prevails: null,
    files: [...files].map(([fileId, own]) => {
      const of = (kind: WrittenChange["kind"]) =>
        own.flatMap((step) => step.changes.filter((change) => change.kind === kind))
      return {
        fileId,
        forget: own.filter((step) => step.forget).map((step) => step.entry.id),
        changes: [of("edit"), of("move")].filter((group) => group.length > 0),
      }
    }),
  }
}
