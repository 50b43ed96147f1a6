import { diffLines } from "@/components/text/diff-lines"
import { DrawnText } from "@/components/text/drawn-text"
import { DiffRows } from "@/components/text/revision-diff"
import { Box } from "@/components/data/table"
import { count } from "@/components/data/count"
import type { CuredFile } from "./alert-types"

/** The number of changed places shown. */
const MOST_PLACES = 12

/** Preview of a fix, by file. */
export function CurePreview({ files }: { files: readonly CuredFile[] }) {
  return files.map(({ path, file, added, cut, hunks }) => (
    <Box key={path} className="overflow-hidden">
      <p className="flex flex-wrap gap-x-2.5 border-b border-line bg-raised px-3 py-1.5 text-sm text-ink-2">
        <span className="min-w-0 wrap-anywhere">
          <DrawnText text={path} />
          {file === null ? ", a new file" : ""}
        </span>
        <span className="ml-auto tabular-nums">
          {count(added, "line")} added, {cut.toLocaleString("en")} removed
        </span>
      </p>
      {hunks.slice(0, MOST_PLACES).map((hunk) => (
        <DiffRows key={hunk.line} rows={diffLines(hunk.before, hunk.after, hunk.line).rows} />
      ))}
      {hunks.length > MOST_PLACES ? (
        <p className="px-3 py-1.5 text-ink-2">And {count(hunks.length - MOST_PLACES, "more change")}.</p>
      ) : null}
    </Box>
  ))
}
