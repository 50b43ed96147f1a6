import { Instant } from "@/components/data/instant"
import { Link } from "@/components/ui/link"
import { TableBox } from "@/components/data/table"
import { Tag } from "@/components/ui/tag"
import { conflictPath } from "@/components/data/addresses"
import { FileCheckbox } from "./write-back-run-view"
import { type PreviewFile, type WriteBackHunk, linesWords, STANDING_LOOKS } from "./write-back-text"
import { capitalize } from "@/lib/memory/text/sentence"
import { diffLines, type DiffRow } from "@/components/text/diff-lines"
import { DiffRows } from "@/components/text/revision-diff"

/** A hunk with context lines and word-level changes. */
function HunkRows({ hunk }: { hunk: WriteBackHunk }) {
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

/** Returns the row with its new line number increased by `by`. Removed lines keep their old number. */
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

interface FileCardProps {
  team: string
  file: PreviewFile
  now: string
  /** True if the lines are expanded. */
  open: boolean
  /** True if the file has a checkbox to leave it out. */
  selectable: boolean
}

/** A file to write back: its action, the decisions behind it, and the changed lines. */
export function FileCard({ team, file, now, open, selectable }: FileCardProps) {
  const { tone, words } =
    file.goes && file.standing === "same"
      ? { tone: "neutral" as const, words: "already removed" }
      : STANDING_LOOKS[file.standing]
  const changes = file.added + file.removed > 0
  return (
    <TableBox className="overflow-hidden" id={file.id}>
      <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1 px-3 py-2">
        {selectable ? <FileCheckbox path={file.path} /> : null}
        <h3 className="min-w-0 wrap-anywhere">
          <Link href={`/t/${team}/memory/${file.id}`} className="font-medium text-link">
            {file.path}
          </Link>
        </h3>
        <Tag tone={tone}>{words}</Tag>
        <span className="text-sm text-ink-2">{file.project.name}</span>
        {changes ? (
          <span className="ml-auto text-sm tabular-nums">
            <span aria-hidden>
              <span className="text-good">+{file.added.toLocaleString("en")}</span>{" "}
              <span className="text-danger">−{file.removed.toLocaleString("en")}</span>
            </span>
            <span className="sr-only">{linesWords(file)}</span>
          </span>
        ) : null}
      </div>
      {file.reason || file.conflict ? (
        <p className="px-3 pb-2 text-ink-2 wrap-anywhere">
          {file.reason ? `${capitalize(file.reason)}. ` : ""}
          {file.conflict ? (
            <Link href={conflictPath(team, file.conflict)} className="text-link">
              Resolve file conflict
            </Link>
          ) : null}
        </p>
      ) : null}
      {file.decisions.length > 0 ? (
        <ul className="grid gap-0.5 border-t border-line px-3 py-2 text-sm text-ink-2">
          {file.decisions.map((one) => (
            <li key={`${one.revision} ${one.words}`} className="wrap-anywhere">
              {one.words},{" "}
              <span className="text-ink-3">
                {one.by}, <Instant at={one.at} now={now} />
              </span>
            </li>
          ))}
        </ul>
      ) : null}
      {changes ? <Changes file={file} open={open} /> : null}
    </TableBox>
  )
}

function Changes({ file, open }: { file: PreviewFile; open: boolean }) {
  if (file.hunks === null)
    return (
      <p className="border-t border-line px-3 py-2 text-sm text-ink-2">
        Too many lines to show here. Download the patch to view them.
      </p>
    )
  return (
    <details open={open} className="border-t border-line">
      <summary className="cursor-pointer bg-raised px-3 py-1 text-sm text-ink-2 hover:text-ink">
        {linesWords(file)}
      </summary>
      {file.hunks.map((hunk) => (
        <HunkRows key={hunk.beforeLine} hunk={hunk} />
      ))}
    </details>
  )
}
