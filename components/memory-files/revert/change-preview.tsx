import { ChevronRight } from "lucide-react"
import { Link } from "@/components/ui/link"
import { diffLines } from "@/components/text/diff-lines"
import { VisibleText } from "@/components/text/visible-text"
import { DiffRows } from "@/components/text/revision-diff"
import { formatCount } from "@/lib/memory/text/sentence"
import { Stats } from "@/components/charts/figures"
import { TableBox } from "@/components/data/table"
import { Tag } from "@/components/ui/tag"
import type { ChangedFile, LeftOver, RevertTotals } from "./reverts"

/** The number of files shown expanded. */
const OPEN = 20

interface ChangePreviewProps {
  team: string
  totals: RevertTotals
  files: readonly ChangedFile[]
  /** The label of the count: "Writes" or "Revisions to discard". */
  writes: string
}

/** Preview by file: removed and restored lines, and lines kept because others changed them since. */
export function ChangePreview({ team, totals, files, writes }: ChangePreviewProps) {
  return (
    <div className="grid grid-cols-1 gap-3.5">
      <Stats
        stats={[
          {
            label: "Files",
            value: totals.files.toLocaleString("en"),
            note: [
              totals.back > 0 ? `${totals.back} restored` : "",
              totals.gone > 0 ? `${totals.gone} removed` : "",
            ]
              .filter(Boolean)
              .join(", "),
          },
          { label: writes, value: totals.writes.toLocaleString("en") },
          { label: "Lines added", value: totals.added.toLocaleString("en") },
          { label: "Lines removed", value: totals.cut.toLocaleString("en") },
          {
            label: "Later changes kept",
            value: totals.left.toLocaleString("en"),
            note: totals.left > 0 ? "lines that others changed since" : "no later changes by others",
          },
        ]}
      />
      {totals.gone > 0 ? <p className="text-ink-2">The text and history of removed files are kept.</p> : null}
      {files.map((file, place) => (
        <FileChange key={file.fileId} team={team} file={file} open={place < OPEN} />
      ))}
      {totals.files > files.length ? (
        <p className="text-ink-2">And {formatCount(totals.files - files.length, "more file")}.</p>
      ) : null}
    </div>
  )
}

function FileChange({ team, file, open }: { team: string; file: ChangedFile; open: boolean }) {
  return (
    <TableBox className="overflow-hidden">
      <details open={open} className="group/file">
        <summary className="flex cursor-pointer list-none flex-wrap items-center gap-x-2.5 gap-y-1 bg-raised px-3 py-1.5 text-sm text-ink-2">
          <ChevronRight className="size-3.5 shrink-0 text-ink-3 group-open/file:rotate-90" aria-hidden />
          <span className="min-w-0 font-medium text-ink wrap-anywhere">
            <VisibleText text={file.path} />
          </span>
          <span>in {file.project.name}</span>
          {file.becomes ? (
            <Tag tone={file.becomes === "gone" ? "caution" : "good"}>
              {file.becomes === "gone" ? "will be removed" : "will be restored"}
            </Tag>
          ) : null}
          {file.left.length > 0 ? (
            <Tag tone="caution">
              {file.left.length.toLocaleString("en")} {file.left.length === 1 ? "line kept" : "lines kept"}
            </Tag>
          ) : null}
          <span className="ml-auto tabular-nums">
            <span className="text-good">+{file.added.toLocaleString("en")}</span>{" "}
            <span className="text-danger">−{file.cut.toLocaleString("en")}</span>
          </span>
        </summary>
        <Hunks file={file} />
        {file.left.length > 0 ? <KeptLines left={file.left} /> : null}
        <p className="border-t border-line px-3 py-1.5 text-sm">
          <Link href={`/t/${team}/memory/${encodeURIComponent(file.fileId)}`} className="text-link">
            Open current file<span className="sr-only">: {file.path}</span>
          </Link>
        </p>
      </details>
    </TableBox>
  )
}

function Hunks({ file }: { file: ChangedFile }) {
  const isWholeFile = file.becomes !== null && (file.added === 0 || file.cut === 0)
  // The header says that the whole file is removed or restored, and its number of lines.
  if (isWholeFile && (file.hunks ?? []).length === 0) return null
  if (file.hunks === null && file.added + file.cut > 0)
    return (
      <p className="px-3 py-2.5 text-ink-2">
        {formatCount(file.added + file.cut, "changed line")}, too many to show here.
      </p>
    )
  if (file.hunks === null || file.hunks.length === 0)
    return <p className="px-3 py-2.5 text-ink-2">No line changes.</p>
  return file.hunks.map((hunk) => (
    <DiffRows
      key={`${hunk.line} ${hunk.before.length}`}
      rows={diffLines(hunk.before, hunk.after, hunk.line).rows}
    />
  ))
}

/** Lines that stay because others changed them. */
export function KeptLines({ left }: { left: readonly LeftOver[] }) {
  return (
    <ul
      className="grid gap-1.5 border-t border-line bg-caution-wash px-3 py-2.5 text-sm"
      aria-label="Later changes kept"
    >
      {left.map((one) => (
        <li key={`${one.line} ${one.text} ${one.why}`} className="wrap-anywhere">
          <span className="font-medium">{one.line === null ? "Not restored" : `Line ${one.line} kept`}</span>:{" "}
          {one.why}
          {one.by ? ` by ${one.by}` : ""}
          {one.text ? (
            <code className="mt-0.5 block font-mono">
              <VisibleText text={one.text} />
            </code>
          ) : null}
        </li>
      ))}
    </ul>
  )
}
