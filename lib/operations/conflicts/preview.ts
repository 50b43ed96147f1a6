import { type Visibility, visibilityOf } from "@/lib/memory/teams/visibility"
import type { Actor } from "@/lib/memory/teams/actor"
import type { z } from "zod"
import type { ConflictRow } from "@/lib/db/conflicts/list"
import { findCurrentFile } from "@/lib/db/memory-files/current-revisions"
import { hunksOf } from "@/lib/memory/text/line-hunks"
import { done, type Outcome, refused } from "@/lib/memory/inputs/outcome"
import type { StoredEntry } from "@/lib/memory/proposals/change-status"
import { writeChanges, type WrittenChange } from "@/lib/memory/proposals/write-changes"
import { fileWithEntries } from "../writing/file-with-entries"
import type { RequestedResolution } from "./resolution-input"
import { consequenceOf } from "./consequences"
import { whyNotWritten } from "./decide"
import { type ConflictFilePlan, planResolution } from "./resolution-plan"
import { type FileVerdict, previewFileResolution } from "./resolve-file"
import { readCurrentConflicts } from "./summary"
import { FILE_VERDICTS, type resolvedFile } from "./conflict-outputs"

type Preview = { files: z.output<typeof resolvedFile>[]; words: string }

/** Returns the changed lines of a resolution and its effect in words. Writes nothing. */
export async function previewPlan(
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
