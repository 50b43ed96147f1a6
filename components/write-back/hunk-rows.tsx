import { diffLines, type DiffRow } from "@/components/text/diff-lines"
import { DiffRows } from "@/components/text/revision-diff"
import type { WriteBackHunk } from "./write-back-types"

/** A hunk with context lines and word-level changes. */
export function HunkRows({ hunk }: { hunk: WriteBackHunk }) {
  const of = (not: "add" | "cut") => hunk.lines.filter((line) => line.kind !== not)
  const [before, after] = [of("add"), of("cut")]
  const rows = diffLines(
    before.map((line) => line.text),
    after.map((line) => line.text),
    hunk.beforeLine,
  ).rows.map((row) => placed(row, hunk.afterLine - hunk.beforeLine))
  return (
    <div className="border-t border-line">
      <DiffRows rows={rows} />
      {rows.every((row) => row.kind === "same") ? (
        <p className="px-3 py-1 text-sm text-ink-2">{breakWords(before.at(-1), after.at(-1))}</p>
      ) : null}
    </div>
  )
}

/** Returns the row with line numbers of the file. */
function placed(row: DiffRow, by: number): DiffRow {
  return row.kind === "cut" ? row : { ...row, after: row.after + by }
}

function breakWords(
  before: WriteBackHunk["lines"][number] | undefined,
  after: WriteBackHunk["lines"][number] | undefined,
): string {
  if (before?.noBreak && !after?.noBreak) return "Adds a line break at the end of the file."
  return !before?.noBreak && after?.noBreak
    ? "Removes the line break at the end of the file."
    : "Only line breaks change."
}
