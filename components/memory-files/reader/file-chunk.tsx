import { memo } from "react"
import type { CutWords } from "./limit-line"
import { FileLine } from "./file-line"
import type { AnchoredRow } from "./selection"

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
