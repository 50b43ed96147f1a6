import type { ReactNode } from "react"
import type { DiffPiece } from "@/components/text/diff-lines"
import { VisibleText } from "@/components/text/visible-text"
import { TableBox } from "@/components/data/table"
import { Tag } from "@/components/ui/tag"
import { differingWords } from "../text/differing-words"
import type { ConflictSide, ConflictSummary, SideName } from "./conflict-types"
import { SideFacts } from "./side-facts"
import { SIDES } from "./conflict-text"

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
