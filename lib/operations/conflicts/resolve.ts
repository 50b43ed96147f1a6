import { z } from "zod"
import type { ConflictRow } from "@/lib/db/conflicts/conflicts"
import { type Actor, can } from "@/lib/memory/teams/actor"
import { done, type Outcome, type Refusal, refused } from "@/lib/memory/inputs/outcome"
import { type Visibility, visibilityOf } from "@/lib/memory/teams/visibility"
import { findCurrentFile } from "@/lib/db/memory-files/current-revisions"
import { hunksOf } from "@/lib/memory/text/line-differences"
import type { StoredEntry } from "@/lib/memory/proposals/change-status"
import { writeChanges, type WrittenChange } from "@/lib/memory/proposals/write-changes"
import { operation } from "../operation"
import { fileWithEntries } from "../writing/revise-head"
import {
  resolutionRequest,
  reason,
  shownHash,
  type RequestedResolution,
  type ConflictFilePlan,
  planResolution,
} from "./resolution-plan"
import { decideConflict, whyConflictDecided, whyNotWritten } from "./decide"
import { visibleConflict, visibleConflicts, NO_CONFLICT } from "./conflicts"
import { suggestionFor } from "./sides"
import { conflictReach, readCurrentConflicts, summarizeConflicts, consequenceOf } from "./current-conflicts"
import { undoDecision } from "./undo"
import { CONFLICT_STATES, conflictSummary, resolvedFile, FILE_VERDICTS } from "./conflict-outputs"
import { type FileVerdict, previewFileResolution } from "./resolve-file"

export const previewResolution = operation({
  name: "conflict.preview",
  summary: "Preview a resolution without writing anything: which files would change, and how.",
  method: "POST",
  path: "/conflicts/{conflict}/preview",
  right: "read",
  unguarded: ["text"],
  input: resolutionRequest,
  output: z.object({
    /** The changed lines. */
    files: z.array(resolvedFile),
    /** Effect of the resolution in a few words. */
    words: z.string(),
  }),
  async run(actor, input) {
    const row = await visibleConflict(actor, input.conflict)
    return row.ok ? previewPlan(actor, row.value, input) : row
  },
})

const decided = z.object({
  id: z.string(),
  state: z.enum(CONFLICT_STATES),
  files: z.number().describe("Number of files that were written"),
  conflict: conflictSummary,
})

export const resolveConflict = operation({
  name: "conflict.resolve",
  summary:
    "Resolve a conflict: keep one side, keep both (narrowed), merge, delete both, override the scope order, or dismiss the conflict. Either all affected files change or none do.",
  method: "PUT",
  path: "/conflicts/{conflict}/resolution",
  right: "curate",
  version: { base: "shown" },
  unguarded: ["text"],
  input: resolutionRequest.extend({
    shown: shownHash.describe(
      "The `shown` value of the version you reviewed. The decision applies only to that version",
    ),
    reason,
  }),
  output: decided,
  async run(actor, input) {
    const row = await visibleConflict(actor, input.conflict)
    if (!row.ok) return row
    const settled = await decideConflict(actor, row.value, input)
    return settled.ok ? again(actor, row.value, settled.value) : withNow(actor, row.value, settled)
  },
})

export const undoResolution = operation({
  name: "conflict.undo",
  summary: "Undo the resolution of a conflict. The files are restored, and the conflict is reopened.",
  method: "DELETE",
  path: "/conflicts/{conflict}/resolution",
  right: "curate",
  input: z.object({ conflict: z.string() }),
  output: decided,
  async run(actor, input) {
    const row = await visibleConflict(actor, input.conflict)
    if (!row.ok) return row
    const undone = await undoDecision(actor, row.value)
    return undone.ok ? again(actor, row.value, undone.value) : undone
  },
})

const MOST_AT_ONCE = 500

/** Outcome of one of several decisions. */
const outcome = z.object({
  id: z.string(),
  ok: z.boolean(),
  state: z.enum(CONFLICT_STATES).nullable(),
  refused: z.object({ reason: z.string(), message: z.string() }).nullable(),
})
type OneOutcome = z.output<typeof outcome>

export const resolveConflicts = operation({
  name: "conflict.resolve-many",
  summary: "Resolve several conflicts at once. Each resolution succeeds or fails individually.",
  method: "POST",
  path: "/conflicts/resolutions",
  right: "curate",
  input: z.object({
    items: z
      .array(z.object({ conflict: z.string(), shown: shownHash }))
      .min(1, "choose at least one conflict")
      .max(MOST_AT_ONCE, `choose at most ${MOST_AT_ONCE} conflicts at once`),
    verdict: z.enum(["not-a-conflict", "keep-suggested"]),
    reason,
  }),
  output: z.object({ outcomes: z.array(outcome) }),
  async run(actor, input) {
    const rows = new Map(
      (
        await visibleConflicts(
          actor,
          input.items.map((item) => item.conflict),
        )
      ).map((row) => [row.id, row]),
    )
    const outcomes: OneOutcome[] = []
    for (const item of new Map(input.items.map((one) => [one.conflict, one])).values()) {
      const row = rows.get(item.conflict)
      const settled = row
        ? await decideOne(actor, row, { ...item, verdict: input.verdict, reason: input.reason })
        : NO_CONFLICT
      outcomes.push(
        settled.ok
          ? { id: item.conflict, ok: true, state: settled.value.state, refused: null }
          : {
              id: item.conflict,
              ok: false,
              state: row?.state ?? null,
              refused: { reason: settled.reason, message: settled.message },
            },
      )
    }
    return done({ outcomes })
  },
})

async function decideOne(
  actor: Actor,
  row: ConflictRow,
  {
    verdict,
    ...item
  }: { conflict: string; shown: string; verdict: "not-a-conflict" | "keep-suggested"; reason: string },
) {
  if (verdict === "not-a-conflict") return decideConflict(actor, row, { ...item, verdict })
  if (row.kind === "file") return refused("invalid", "file conflicts must be resolved one by one")
  const [standing] = await readCurrentConflicts(actor, [row])
  const suggested =
    standing &&
    suggestionFor(
      row,
      standing.sides,
      conflictReach(standing.sides, standing.readers),
      new Date().toISOString().slice(0, 10),
    )
  if (!suggested) return refused("invalid", "this conflict has no suggested side. Resolve it individually")
  return decideConflict(actor, row, {
    ...item,
    verdict: suggested.side === "left" ? "keep-left" : "keep-right",
  })
}

async function again(
  actor: Actor,
  { id }: ConflictRow,
  { files }: { readonly files: number },
): Promise<Outcome<z.input<typeof decided>>> {
  const row = await visibleConflict(actor, id)
  if (!row.ok) return row
  const [conflict] = await summarizeConflicts(actor, [row.value], new Date())
  return conflict ? done({ id, state: row.value.state, files, conflict }) : NO_CONFLICT
}

/** Adds the current conflict to a refusal, so that the caller sees who decided. */
async function withNow(actor: Actor, { teamId, id }: ConflictRow, refusal: Refusal): Promise<Refusal> {
  const row = await visibleConflict(actor, id)
  if (
    !row.ok ||
    !can(actor, "curate", { teamId }) ||
    (refusal.reason !== "conflict" && refusal.reason !== "stale")
  )
    return refusal
  const [conflict] = await summarizeConflicts(actor, [row.value], new Date())
  return { ...(whyConflictDecided(actor, row.value) ?? refusal), details: { ...refusal.details, conflict } }
}

type Preview = { files: z.output<typeof resolvedFile>[]; words: string }

/** Returns the changed lines of a resolution and its effect in words. Writes nothing. */
async function previewPlan(
  actor: Actor,
  row: ConflictRow,
  asked: RequestedResolution,
): Promise<Outcome<Preview>> {
  if (row.kind === "file") {
    const verdict = FILE_VERDICTS.find((one) => one === asked.verdict) as FileVerdict | undefined
    if (!verdict)
      return refused("invalid", `verdict: for a file conflict, enter one of ${FILE_VERDICTS.join(", ")}`)
    return previewFileResolution(visibilityOf(actor, row.teamId), {
      conflict: row.id,
      verdict,
      text: asked.text,
    })
  }
  const [standing] = await readCurrentConflicts(actor, [row])
  if (!standing || standing.sides.left.length === 0 || standing.sides.right.length === 0)
    return refused("conflict", "one side was changed or removed, so the conflict no longer applies")
  const plan = planResolution(row, standing.sides, asked)
  if (!plan.ok) return plan
  const files: Preview["files"] = []
  for (const one of plan.value.files) {
    const changed = await changedLines(visibilityOf(actor, row.teamId), one)
    if (!changed.ok) return changed
    files.push(...changed.value)
  }
  return done({ files, words: consequenceOf(standing, asked.verdict) })
}

async function changedLines(
  visible: Visibility,
  { fileId, forget, changes }: ConflictFilePlan,
): Promise<Outcome<Preview["files"]>> {
  const found = await findCurrentFile(visible, fileId)
  if (!found) return refused("conflict", "one of the conflict's files no longer exists")
  const hindrance = whyNotWritten(found)
  if (hindrance) return refused("conflict", hindrance)
  const { head, reading, ...file } = await fileWithEntries(visible, found)
  let entries: readonly StoredEntry[] = file.entries
  let { text } = head
  const leaving = entries
    .filter((entry) => forget.includes(entry.id))
    .map((entry): WrittenChange => ({ kind: "remove", entry: entry.id, before: entry.text }))
  for (const group of [leaving, ...changes]) {
    const written = writeChanges({ ...reading, text }, entries, group)
    if (!written.ok) return refused("invalid", `${head.path}: ${written.why}`)
    text = written.text
    entries = written.parsed.entries.map((entry, index) => ({
      ...entry,
      id: written.ids[index] ?? "",
      section: entry.section === null ? null : (written.parsed.sections[entry.section]?.name ?? null),
    }))
  }
  return done(
    hunksOf(head.text, text, 0).map(({ beforeLine, lines }) => {
      const of = (kind: "cut" | "add") =>
        lines.flatMap((line) => (line.kind === kind ? [line.text.replace(/\r?\n$/, "")] : []))
      return { fileId, path: head.path, line: beforeLine, before: of("cut"), after: of("add") }
    }),
  )
}
