import { type ReactNode, Fragment } from "react"
import type { DiffPiece } from "@/components/text/diff-lines"
import { VisibleText } from "@/components/text/visible-text"
import { UntrustedText } from "@/components/text/untrusted-text"
import { TableBox } from "@/components/data/table"
import { Tag } from "@/components/ui/tag"
import { formatDay } from "@/components/data/time-text"
import { Instant } from "@/components/data/instant"
import { Link } from "@/components/ui/link"
import { filePath } from "@/components/data/addresses"
import { formatCount } from "@/lib/memory/text/sentence"
import { differingWords } from "../text/differing-words"
import { type ConflictSide, type ConflictSummary, type SideName, type SideEntry } from "./conflict"
import { SIDES } from "./conflict-text"
import { shortPath } from "@/lib/memory/memory-files/paths"

interface SidesProps {
  team: string
  conflict: ConflictSummary
  now: string
  /** True to show only the texts, next to an open panel. */
  brief?: boolean
}

/** Both sides next to each other (stacked on narrow screens), with differing words marked. */
export function Sides({ team, conflict, now, brief = false }: SidesProps) {
  const { before, after } = differingWords(conflict.left.text, conflict.right.text)
  return (
    <div className="@container">
      <div className="grid gap-3 @lg:grid-cols-2">
        <Side name="left" title={titleOf(conflict.left)} pieces={before} conflict={conflict}>
          {brief ? null : <SideFacts team={team} side={conflict.left} now={now} />}
        </Side>
        <Side name="right" title={titleOf(conflict.right)} pieces={after} conflict={conflict}>
          {brief ? null : <SideFacts team={team} side={conflict.right} now={now} />}
        </Side>
      </div>
    </div>
  )
}

interface SideProps {
  name: SideName
  /** The label above the text. */
  title: string | null
  pieces: readonly DiffPiece[]
  conflict: ConflictSummary
  children: ReactNode
}

const titleOf = ({ entries }: ConflictSide): string | null => entries[0]?.title ?? null

function Side({
  name,
  title,
  pieces,
  conflict: { suggested, prevails, state, decided },
  children,
}: SideProps) {
  const kept = decided?.verdict === `keep-${name}`
  return (
    <section aria-label={SIDES[name]} className="row-span-3 grid grid-rows-subgrid gap-0">
      <TableBox className="row-span-3 grid grid-rows-subgrid gap-0 overflow-hidden">
        <h3 className="flex flex-wrap items-center gap-1.5 border-b border-line bg-raised px-3 py-1.5 text-sm text-ink-2">
          {SIDES[name]}
          {state === "open" && suggested?.side === name ? <Tag tone="good">suggested</Tag> : null}
          {prevails === name ? <Tag>prevails</Tag> : null}
          {kept ? <Tag tone="good">kept</Tag> : null}
        </h3>
        <p className="px-3 py-2.5 text-md wrap-anywhere whitespace-pre-wrap">
          {title === null ? null : (
            <span className="block text-sm text-ink-2">
              <VisibleText text={title} />
            </span>
          )}
          <Differing pieces={pieces} />
        </p>
        {children ? <div className="border-t border-line px-3 py-2.5">{children}</div> : <span />}
      </TableBox>
    </section>
  )
}

/** Marks differing words the same way on both sides, because neither side is right yet. */
function Differing({ pieces }: { pieces: readonly DiffPiece[] }) {
  return pieces.map((piece, place) =>
    piece.changed ? (
      // oxlint-disable-next-line react/no-array-index-key -- a piece is its place in the text
      <mark key={place} className="rounded-xs bg-accent/25 text-inherit">
        <VisibleText text={piece.text} />
      </mark>
    ) : (
      // oxlint-disable-next-line react/no-array-index-key -- a piece is its place in the text
      <VisibleText key={place} text={piece.text} />
    ),
  )
}

interface SideFactsProps {
  team: string
  side: ConflictSide
  now: string
}

/** Location, author, verification and readers of a side. */
function SideFacts({ team, side, now }: SideFactsProps) {
  const [first, ...copies] = side.entries
  if (!first) return <p className="text-ink-2">Removed</p>
  return (
    <dl className="grid content-start gap-1.5 text-ink-2">
      <Line name="Where">
        <Place team={team} entry={first} />
        {copies.length > 0 ? (
          <details>
            <summary className="w-fit cursor-pointer text-link">
              and in {formatCount(copies.length, "more file")}
            </summary>
            <ul className="mt-1 grid gap-1">
              {copies.map((entry) => (
                <li key={entry.id}>
                  <Place team={team} entry={entry} />
                </li>
              ))}
            </ul>
          </details>
        ) : null}
      </Line>
      {first.date === null ? null : <Line name="Dated">{formatDay(first.date)} in the file</Line>}
      <Line name="Recorded">
        <Recorded entry={first} now={now} />
      </Line>
      <Line name="Verified">
        <Vouched side={side} />
      </Line>
      {first.type !== null || first.confidence !== null ? (
        <Line name="Type">
          {[first.type, first.confidence === null ? null : `confidence ${first.confidence.toFixed(2)}`]
            .filter(Boolean)
            .map((words, place) => (
              <Fragment key={words}>
                {place > 0 ? ", " : null}
                <VisibleText text={words ?? ""} />
              </Fragment>
            ))}
        </Line>
      ) : null}
      <Line name="Loaded by">
        {side.agents.length === 0 ? "no known agent" : formatCount(side.agents.length, "agent")}
      </Line>
    </dl>
  )
}

function Line({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex gap-x-2.5">
      <dt className="w-20 shrink-0 text-ink-3">{name}</dt>
      <dd className="min-w-0 flex-1 wrap-anywhere">{children}</dd>
    </div>
  )
}

function Place({ team, entry }: { team: string; entry: SideEntry }) {
  const owner = entry.agent ?? entry.category
  return (
    <>
      <Link
        href={filePath(team, entry.fileId, entry.line)}
        title={entry.path}
        className="font-mono text-sm text-link"
      >
        <VisibleText text={`${shortPath(entry.path)}:${entry.line}`} />
      </Link>
      <span className="block">
        {owner ? (
          <>
            <b className="text-ink">
              <VisibleText text={owner} />
            </b>
            {", "}
          </>
        ) : null}
        <VisibleText
          text={`${entry.scope} memory${entry.scope === "project" ? ` in ${entry.project.name}` : ""}${entry.section === null ? "" : `, section ${entry.section}`}`}
        />
      </span>
    </>
  )
}

/** Time, author, session and reason of the current text in Quarterdeck. The date in the file may be earlier. */
function Recorded({ entry: { from }, now }: { entry: SideEntry; now: string }) {
  return (
    <>
      {from.at === "" ? null : <Instant at={from.at} now={now} />}
      {from.by === "" ? null : (
        <>
          {" "}
          by{" "}
          <b className="text-ink">
            <VisibleText text={from.by} />
          </b>
        </>
      )}
      {from.session === null ? null : (
        <>
          , session{" "}
          <code className="font-mono">
            <VisibleText text={from.session} />
          </code>
        </>
      )}
      {from.reason === "" ? null : (
        <span className="block">
          <UntrustedText text={from.reason} />
        </span>
      )}
    </>
  )
}

function Vouched({ side }: { side: ConflictSide }) {
  const vouched = side.entries.find((entry) => entry.vouched !== null)?.vouched
  if (!vouched) return <>no</>
  return (
    <>
      by{" "}
      <b className="text-ink">
        <VisibleText text={vouched.by} />
      </b>{" "}
      until {formatDay(vouched.until.slice(0, 10))}
    </>
  )
}
