import { Link } from "@/components/ui/link"
import type { ReactNode } from "react"
import { VisibleText } from "@/components/text/visible-text"
import { UntrustedText } from "@/components/text/untrusted-text"
import { DiffRows } from "@/components/text/revision-diff"
import { TableBox } from "@/components/data/table"
import { statementsOf } from "@/lib/memory/proposals/proposal-kinds"
import type { ExcerptChange, ProposalDetail } from "./proposal-types"
import { diffWords, type Diff, diffLines, type DiffPiece, type DiffRow } from "@/components/text/diff-lines"
import { Pieces } from "@/components/text/differing-words"
import type { ProposedChange } from "@/lib/memory/proposals/proposed-change"

const VERBS: Record<ProposedChange["kind"], string> = {
  add: "Add",
  edit: "Change",
  retire: "Retire",
  restore: "Restore",
  remove: "Remove",
  move: "Move",
}

/** The requested changes in words, for proposals without a diff. */
function RequestedChange({ changes }: { changes: readonly ProposedChange[] }) {
  return (
    <ul className="grid gap-1.5">
      {changes.map((change, place) => (
        // oxlint-disable-next-line react/no-array-index-key -- a change is its place in the proposal
        <li key={place} className="flex flex-wrap gap-x-2.5">
          <span className="w-16 shrink-0">{VERBS[change.kind]}</span>
          <span className="min-w-0 flex-1 basis-60 wrap-anywhere whitespace-pre-wrap text-ink">
            {saidOf(change)}
          </span>
        </li>
      ))}
    </ul>
  )
}

function saidOf(change: ProposedChange): ReactNode {
  switch (change.kind) {
    case "add":
      return <UntrustedText text={change.text} />
    case "edit": {
      const { cut, add } = diffWords(change.before, change.text)
      return (
        <>
          <Pieces pieces={cut} as="cut" />
          <span className="text-ink-2"> to </span>
          <Pieces pieces={add} as="add" />
        </>
      )
    }
    case "retire":
      return (
        <>
          <UntrustedText text={change.before} />
          <span className="text-ink-2">
            , reason: <UntrustedText text={change.why} />
          </span>
        </>
      )
    case "move":
      return (
        <>
          <UntrustedText text={change.before} />
          <span className="text-ink-2">
            {" "}
            to <UntrustedText text={change.section ?? "the top of the file"} />
          </span>
        </>
      )
    case "restore":
    case "remove":
      return <UntrustedText text={change.before} />
  }
}

interface ProposalDiffProps {
  /** Lines before and after the change. Null if the text does not change; `instead` is then shown. */
  change: ExcerptChange | null
  statements: readonly string[]
  /** Text next to the caption, such as "based on revision 57, still current". */
  basis: ReactNode
  instead: ReactNode
  /** Caption if there is no section. */
  caption?: string
}

/** Diff of the file with surrounding lines. */
export function ProposalDiff({ change, statements, basis, instead, caption = "File" }: ProposalDiffProps) {
  const diff = change && diffExcerpt(change, statements)
  const changes = diff?.rows.some((row) => row.kind !== "same")
  return (
    <TableBox className="overflow-hidden">
      <p className="flex flex-wrap gap-x-2.5 border-b border-line bg-raised px-3 py-1.5 text-sm text-ink-2">
        <span className="min-w-0 wrap-anywhere">
          {change?.section ? <VisibleText text={change.section} /> : caption}
        </span>
        <span className="ml-auto tabular-nums">{basis}</span>
      </p>
      {diff && changes ? (
        <DiffRows rows={diff.rows} />
      ) : (
        <div className="px-3 py-2.5 text-ink-2">{instead}</div>
      )}
    </TableBox>
  )
}

/** Diff of a proposal, or the requested changes if the proposal has no diff. */
export function DetailDiff({ team = null, detail }: { team?: string | null; detail: ProposalDetail }) {
  const basis =
    detail.diff && detail.decided ? <Became team={team} decided={detail.decided} /> : basisOf(detail)
  return (
    <ProposalDiff
      change={detail.diff}
      statements={statementsOf(detail.changes)}
      basis={basis}
      instead={<RequestedChange changes={detail.changes} />}
      caption={detail.diff ? undefined : "Requested changes"}
    />
  )
}

/** The revision that a decision created. Without a team it is not a link. */
function Became({
  team,
  decided: { revision, path, fileId },
}: {
  team: string | null
  decided: NonNullable<ProposalDetail["decided"]>
}) {
  const words = <VisibleText text={`as revision ${revision} of ${path}`} />
  if (team === null || fileId === null) return <span className="wrap-anywhere">{words}</span>
  return (
    <Link
      href={`/t/${team}/memory/${encodeURIComponent(fileId)}?view=history&revision=${revision}`}
      className="wrap-anywhere text-link"
    >
      {words}
    </Link>
  )
}

/**
 * Returns the base revision in words, compared with the current one: "based on revision 57, still current".
 */
export function basisOf({
  baseRevision,
  headRevision,
  fileId,
  standing,
  decided,
}: Pick<ProposalDetail, "baseRevision" | "headRevision" | "fileId" | "standing" | "decided">): string {
  if (fileId === null || baseRevision === 0) return "a new file"
  if (decided) return `based on revision ${baseRevision}`
  if (baseRevision === headRevision) return `based on revision ${baseRevision} (latest)`
  return `based on revision ${baseRevision} (now ${headRevision})${standing === "applies" ? "; this section is unchanged" : ""}`
}

/**
 * Returns the line diff of a proposal. In a new line, only the entry text is marked. Markup that the format
 * adds, such as a bullet, a date or a key, is not.
 */
export function diffExcerpt({ line, before, after }: ExcerptChange, statements: readonly string[]): Diff {
  const diff = diffLines(before, after, line)
  const wanted = statements
    .flatMap((statement) => statement.split(/\r\n|\r|\n/))
    .map((one) => one.trim())
    .filter((one) => one !== "")
  return wanted.length === 0 ? diff : { ...diff, rows: diff.rows.map((row) => marked(row, wanted)) }
}

function marked(row: DiffRow, wanted: readonly string[]): DiffRow {
  if (row.kind !== "add" || row.movedFrom !== null || row.pieces.some((piece) => piece.changed)) return row
  const text = row.pieces.map((piece) => piece.text).join("")
  const found = wanted.filter((one) => text.includes(one)).toSorted((a, b) => b.length - a.length)[0]
  if (found === undefined) return row
  const at = text.lastIndexOf(found)
  const pieces: DiffPiece[] = [
    { text: text.slice(0, at), changed: false },
    { text: found, changed: true },
    { text: text.slice(at + found.length), changed: false },
  ]
  return { ...row, pieces: pieces.filter((piece) => piece.text !== "") }
}
