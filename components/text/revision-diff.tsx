import { TableBox } from "@/components/data/table"
import { formatCount } from "@/lib/memory/text/sentence"
import { type Diff, type DiffRow, foldSame } from "./diff-lines"
import { VisibleText } from "./visible-text"
import { Pieces } from "./differing-words"

interface RevisionDiffProps {
  diff: Diff
  /** A change that the line diff does not show, such as line breaks. */
  other: string | null
  /** Heading of the diff, such as "Revision 3 against revision 2". */
  caption: string
}

/** The changes of one revision. Unchanged lines are folded and open without script. */
export function RevisionDiff({ diff, other, caption }: RevisionDiffProps) {
  return (
    <TableBox className="overflow-hidden">
      <p className="flex flex-wrap gap-x-2.5 border-b border-line bg-raised px-3 py-1.5 text-sm text-ink-2">
        {caption}
        <span className="ml-auto tabular-nums">
          <span className="text-good">+{diff.added.toLocaleString("en")}</span>{" "}
          <span className="text-danger">−{diff.cut.toLocaleString("en")}</span>
          <span className="sr-only">
            : {formatCount(diff.added, "line")} added, {formatCount(diff.cut, "line")} removed
          </span>
          {diff.moved > 0 ? (
            <span className="text-accent"> {diff.moved.toLocaleString("en")} moved</span>
          ) : null}
        </span>
      </p>
      {other ? <p className="border-b border-line px-3 py-1.5 text-sm text-ink-2">Also: {other}.</p> : null}
      {diff.rows.every((row) => row.kind === "same") ? (
        <p className="px-3 py-2.5 text-ink-2">No lines changed.</p>
      ) : (
        <DiffRows rows={diff.rows} />
      )}
    </TableBox>
  )
}

/** The lines of a diff. Unchanged lines are folded, except the context lines around each change. */
export function DiffRows({ rows }: { rows: readonly DiffRow[] }) {
  return foldSame(rows).map((block) =>
    block.kind === "folded" ? (
      <Folded key={keyOf(block.rows)} rows={block.rows} />
    ) : (
      <Rows key={keyOf(block.rows)} rows={block.rows} />
    ),
  )
}

function Folded({ rows }: { rows: readonly DiffRow[] }) {
  return (
    <details className="group/fold">
      <summary className="cursor-pointer bg-raised px-3 py-1 text-sm text-ink-3 hover:text-ink">
        {formatCount(rows.length, "unchanged line")}
      </summary>
      <Rows rows={rows} />
    </details>
  )
}

const CHUNK = 100

function Rows({ rows }: { rows: readonly DiffRow[] }) {
  return Array.from({ length: Math.ceil(rows.length / CHUNK) }, (_, chunk) =>
    rows.slice(chunk * CHUNK, (chunk + 1) * CHUNK),
  ).map((some) => (
    <div
      key={keyOf(some)}
      className="font-mono text-sm"
      style={{ contentVisibility: "auto", containIntrinsicBlockSize: `auto ${some.length * 20}px` }}
    >
      {some.map((row) => (
        <Row key={keyOf([row])} row={row} />
      ))}
    </div>
  ))
}

const LOOK = {
  same: { row: "", sign: "", signTone: "", word: null },
  cut: { row: "bg-danger-wash", sign: "−", signTone: "text-danger", word: "Removed: " },
  add: { row: "bg-good-wash", sign: "+", signTone: "text-good", word: "Added: " },
  left: {
    row: "bg-accent-wash text-ink-3",
    sign: "↷",
    signTone: "text-accent",
    word: "Moved to another line: ",
  },
  arrived: { row: "bg-accent-wash", sign: "↷", signTone: "text-accent", word: "Moved from another line: " },
}

function lookOf(row: DiffRow): keyof typeof LOOK {
  if (row.kind === "cut" && row.movedTo !== null) return "left"
  return row.kind === "add" && row.movedFrom !== null ? "arrived" : row.kind
}

function moveNote(row: DiffRow): string | null {
  if (row.kind === "cut" && row.movedTo !== null) return `moved to line ${row.movedTo}`
  if (row.kind === "add" && row.movedFrom !== null) return `moved from line ${row.movedFrom}`
  return null
}
/** A line of a diff. Removed lines have their old line number, all others the new one. */
function Row({ row }: { row: DiffRow }) {
  const look = LOOK[lookOf(row)]
  const note = moveNote(row)
  return (
    <div className={`flex min-h-5 gap-2 pr-3 leading-5 ${look.row}`}>
      <span className="w-10 shrink-0 text-right text-ink-3 tabular-nums select-none">
        {row.kind === "cut" ? row.before : row.after}
      </span>
      <span aria-hidden className={`w-3 shrink-0 select-none ${look.signTone}`}>
        {look.sign}
      </span>
      <code
        className={`min-w-0 flex-1 font-mono text-sm leading-5 wrap-anywhere whitespace-pre-wrap ${look === LOOK.left ? "line-through" : ""}`}
      >
        {look.word ? <span className="sr-only">{look.word}</span> : null}
        {row.kind === "same" ? <VisibleText text={row.text} /> : <Pieces pieces={row.pieces} as={row.kind} />}
      </code>
      {note ? <span className="shrink-0 pl-2 font-sans text-ink-2">{note}</span> : null}
    </div>
  )
}

function keyOf(rows: readonly DiffRow[]): string {
  const [row] = rows
  return row === undefined ? "" : `${row.kind}${row.kind === "cut" ? row.before : row.after}`
}
