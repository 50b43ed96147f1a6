import { CircleAlert, Info, TriangleAlert } from "lucide-react"
import { memo, type ReactNode } from "react"
import type { FileRow, LineRow } from "@/lib/memory/memory-files/file-rows"
import { CutLine } from "../load-limit"
import { type CutWords } from "../load-limit-text"
import { VisibleText } from "../../text/visible-text"
import { InlineText } from "../../text/inline-markdown"
import type { AnchoredRow } from "./use-selected-line"

interface FileLineProps {
  row: FileRow
  /** Name of this line in the URL. */
  anchor: string
  selected: boolean
  /** True for the one line that Tab reaches. */
  tabbable: boolean
  cut: CutWords | null
}

/** A row of the file: a line, the load limit, or a problem. */
const FileLine = memo(function FileLine({ row, cut, ...line }: FileLineProps) {
  if (row.kind === "cut") return cut && <CutLine id="cut" cut={cut} />
  if (row.kind === "problem") return <ProblemLine severity={row.severity} message={row.message} />
  return <TextLine row={row} {...line} />
})

type TextLineProps = Pick<FileLineProps, "anchor" | "selected" | "tabbable"> & { row: LineRow }

function TextLine({ row, anchor, selected, tabbable }: TextLineProps) {
  return (
    <div
      id={row.first || row.entry === undefined ? `L${anchor}` : undefined}
      data-line={anchor}
      aria-current={selected ? "true" : undefined}
      className={`flex scroll-my-16 items-baseline gap-3 ${row.note || row.look === "raw" ? "pr-3 lg:pr-5" : "pr-3 lg:pr-36"} ${selected ? "bg-accent-wash" : "hover:bg-raised"} ${row.unseen ? "text-ink-3" : ""} ${spaceOf(row)}`}
    >
      <a
        href={`?line=${anchor}`}
        aria-label={`Line ${row.line}`}
        tabIndex={tabbable ? 0 : -1}
        className="w-10 shrink-0 text-right font-mono text-sm text-ink-3 tabular-nums select-none lg:w-13"
      >
        {row.line}
      </a>
      <Body row={row} />
      {row.note ? (
        <span className="shrink-0 text-right text-sm whitespace-nowrap text-ink-3 lg:w-28">{row.note}</span>
      ) : null}
    </div>
  )
}

/**
 * Returns the class names for the space around a row. Raw lines have none, so that the text keeps its layout.
 */
function spaceOf(row: LineRow): string {
  if (row.look === "raw") return ""
  if (row.look === "heading") return "pt-3 pb-0.75 first:pt-0"
  return row.apart ? "pt-2 pb-0.25" : "py-0.25"
}

function Body({ row }: { row: LineRow }) {
  switch (row.look) {
    case "heading":
      return <Heading level={row.level ?? 2} text={row.text} />
    case "item":
    case "prose":
      return <Paragraph row={row} />
    case "quote":
      return (
        <blockquote
          className={`min-w-0 flex-1 border-l-2 border-line-strong pl-2.5 ${row.retired ? "text-ink-3" : "text-ink-2"}`}
        >
          <Statement row={row} />
        </blockquote>
      )
    case "row":
      return <TableRow row={row} />
    case "mono":
      return <Code text={row.text} className={row.retired ? "line-through" : ""} />
    case "quiet":
      return <Code text={row.text} className="text-ink-3" />
    case "raw":
      return <Code text={row.text} />
  }
}

/** A paragraph, or an item of a list with its number or dash. */
function Paragraph({ row }: { row: LineRow }) {
  return (
    <p
      className={`flex min-w-0 flex-1 ${row.retired ? "text-ink-3" : ""}`}
      style={row.depth ? { paddingLeft: `${row.depth * 0.875}rem` } : undefined}
    >
      {row.look === "item" ? (
        <span className={`shrink-0 text-ink-3 ${row.number ? "min-w-5 pr-1" : "w-3.5"}`}>
          {row.number ?? "–"}
        </span>
      ) : null}
      <Statement row={row} />
    </p>
  )
}

function Statement({ row }: { row: LineRow }) {
  const words = <InlineText text={row.text} />
  return row.retired ? (
    <s className="min-w-0 whitespace-pre-line wrap-anywhere">{words}</s>
  ) : (
    <span className="min-w-0 whitespace-pre-line wrap-anywhere">{words}</span>
  )
}

/** A table row. Its columns have the same width on each line. */
function TableRow({ row: { cells = [], head, retired } }: { row: LineRow }) {
  return (
    <p
      className={`grid min-w-0 flex-1 auto-cols-fr grid-flow-col gap-x-3 ${head ? "border-b border-line font-medium text-ink-2" : ""} ${retired ? "text-ink-3 line-through" : ""}`}
    >
      {cells.map((cell, column) => (
        // oxlint-disable-next-line react/no-array-index-key -- a cell is its column
        <span key={column} className="min-w-0 wrap-anywhere">
          <InlineText text={cell} />
        </span>
      ))}
    </p>
  )
}

function Heading({ level, text }: { level: number; text: string }) {
  const words = <InlineText text={text} />
  if (level <= 2) return <h2 className="min-w-0 flex-1 text-md wrap-anywhere">{words}</h2>
  return level === 3 ? (
    <h3 className="min-w-0 flex-1 wrap-anywhere">{words}</h3>
  ) : (
    <h4 className="min-w-0 flex-1 font-medium text-ink-2 wrap-anywhere">{words}</h4>
  )
}

function Code({ text, className = "" }: { text: string; className?: string }) {
  return (
    <code
      className={`min-w-0 flex-1 font-mono wrap-anywhere whitespace-pre-wrap group-data-nowrap/text:whitespace-pre ${className}`}
    >
      {text === "" ? "\u00a0" : <VisibleText text={text} />}
    </code>
  )
}

const MARKS = {
  error: { Icon: CircleAlert, look: "text-danger", word: "Error" },
  warning: { Icon: TriangleAlert, look: "text-caution", word: "Warning" },
  info: { Icon: Info, look: "text-ink-2", word: "Note" },
}

/** A problem, shown below its line. */
function ProblemLine({ severity, message }: { severity: keyof typeof MARKS; message: string }): ReactNode {
  const { Icon, look, word } = MARKS[severity]
  return (
    <p className={`flex items-baseline gap-3 pr-3 pb-1 text-sm lg:pr-5 ${look}`}>
      <span className="flex w-10 shrink-0 justify-end lg:w-13">
        <Icon className="size-3.5 translate-y-0.5" aria-hidden />
        <span className="sr-only">{word}: </span>
      </span>
      <span className="min-w-0 wrap-anywhere">
        <VisibleText text={message} />
      </span>
    </p>
  )
}

interface FileChunkProps {
  number: number
  rows: readonly AnchoredRow[]
  drawn: boolean
  /** Height in pixels when last rendered. */
  knownHeight: number | null
  watch: (element: HTMLElement | null) => (() => void) | undefined
  cut: CutWords | null
  /** Anchor of the line that Tab reaches, if it is in this chunk. */
  tabbable: string | null
  /** Anchor of the selected line, if it or its entry is in this chunk. */
  selected: string | null
  entry: number | null
}

const ROW_PX = 22

/** Some lines of a file. The browser skips hidden ones and reserves their space until they are rendered. */
export const FileChunk = memo(function FileChunk({
  number,
  rows,
  drawn,
  knownHeight,
  watch,
  cut,
  tabbable,
  selected,
  entry,
}: FileChunkProps) {
  const height = knownHeight ?? rows.length * ROW_PX
  if (!drawn) return <div ref={watch} data-chunk={number} style={{ height }} />
  return (
    <div
      ref={watch}
      data-chunk={number}
      className="min-w-full group-data-nowrap/text:w-max"
      style={{ contentVisibility: "auto", containIntrinsicBlockSize: `auto ${height}px` }}
    >
      {rows.map(({ row, anchor }, index) => (
        <FileLine
          // oxlint-disable-next-line react/no-array-index-key -- a row is its place in the file
          key={index}
          row={row}
          anchor={anchor}
          cut={row.kind === "cut" ? cut : null}
          tabbable={tabbable !== null && anchor === tabbable}
          selected={
            selected !== null &&
            row.kind === "line" &&
            (anchor === selected || (entry !== null && row.entry === entry))
          }
        />
      ))}
    </div>
  )
})
