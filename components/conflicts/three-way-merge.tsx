import { memo } from "react"
import { type DiffPiece, linesOf } from "@/components/text/diff-lines"
import { VisibleText } from "@/components/text/visible-text"
import { Pieces, differingWords } from "@/components/text/differing-words"
import { formatCount } from "@/lib/memory/text/sentence"
import { TableBox } from "@/components/data/table"
import { Tag } from "@/components/ui/tag"
import { alignParts } from "@/lib/memory/text/alignment"
import type { ConflictDetail } from "./conflict"

/**
 * Three-way diff of a file conflict: merge base, Quarterdeck version and source version. Memoized, because
 * comparing is slow.
 */
export const ThreeWayView = memo(function ThreeWayView({
  file,
}: {
  file: NonNullable<ConflictDetail["file"]>
}) {
  const blocks = threeWay(file.base, file.ours, file.theirs)
  const both = blocks.filter((block) => block.kind === "changed" && block.by === "both").length
  const alone = blocks.filter(
    (block) => block.kind === "changed" && (block.by === "ours" || block.by === "theirs"),
  ).length
  return (
    <TableBox className="overflow-hidden">
      <p className="flex flex-wrap gap-x-2.5 border-b border-line bg-raised px-3 py-1.5 text-sm text-ink-2">
        <span>
          {both > 0
            ? `${formatCount(both, "section")} changed on both sides`
            : "No sections changed on both sides"}
        </span>
        {alone > 0 ? (
          <span className="ml-auto">{formatCount(alone, "section")} changed on one side</span>
        ) : null}
      </p>
      {file.base === null ? (
        <p className="border-b border-line px-3 py-1.5 text-sm text-ink-2">
          The merge base is no longer available. Identical text is treated as unchanged.
        </p>
      ) : null}
      {blocks.map((block, place) => (
        // oxlint-disable-next-line react/no-array-index-key -- a block is its place in the text
        <Block
          key={place}
          block={block}
          isFirst={place === 0}
          isLast={place === blocks.length - 1}
          hasBase={file.base !== null}
        />
      ))}
    </TableBox>
  )
})

function Block({
  block,
  isFirst,
  isLast,
  hasBase,
}: {
  block: ThreeWayBlock
  isFirst: boolean
  isLast: boolean
  hasBase: boolean
}) {
  if (block.kind === "same") return <Same stretch={block.ours} isFirst={isFirst} isLast={isLast} />
  const { base, ours, theirs, by } = block
  const words = wordsIn(block)
  return (
    <section
      aria-label={`Line ${ours.line}: ${BY[by]}`}
      className="@container -mt-px border-y border-line bg-ground first:mt-0 first:border-t-0 last:border-b-0"
    >
      <p className="flex items-center gap-2 px-3 pt-2 text-sm text-ink-2">
        <span className="tabular-nums">Line {ours.line}</span>
        <Tag tone={by === "both" ? "caution" : "neutral"}>{BY[by]}</Tag>
      </p>
      <div className="grid gap-2 p-3 pt-1.5 @lg:grid-cols-2">
        {hasBase ? (
          <div className="@lg:col-span-2">
            <Text name="Merge base" stretch={base} pieces={null} as="plain" />
          </div>
        ) : null}
        <Text name="Ours (Quarterdeck)" stretch={ours} pieces={words.ours} as="add" />
        <Text name="Theirs (source)" stretch={theirs} pieces={words.theirs} as="add" />
      </div>
    </section>
  )
}

const BY = {
  ours: "changed here",
  theirs: "changed in the source",
  both: "changed on both sides",
  alike: "same change on both sides",
} as const

/**
 * Returns the word diff against the merge base, or between both sides if the block is empty in the merge
 * base.
 */
function wordsIn({ base, ours, theirs }: Extract<ThreeWayBlock, { kind: "changed" }>): {
  ours: readonly DiffPiece[]
  theirs: readonly DiffPiece[]
} {
  const [old, mine, other] = [base, ours, theirs].map((one) => one.lines.join("\n")) as [
    string,
    string,
    string,
  ]
  if (old === "") {
    const { before, after } = differingWords(mine, other)
    return { ours: before, theirs: after }
  }
  return { ours: differingWords(old, mine).after, theirs: differingWords(old, other).after }
}

function Text({
  name,
  stretch,
  pieces,
  as,
}: {
  name: string
  stretch: LineRange
  pieces: readonly DiffPiece[] | null
  as: "add" | "plain"
}) {
  return (
    <div className="min-w-0">
      <h4 className="text-sm text-ink-3">{name}</h4>
      {stretch.lines.length === 0 ? (
        <p className="text-sm text-ink-2">Empty</p>
      ) : (
        <code className="block font-mono text-sm wrap-anywhere whitespace-pre-wrap">
          {pieces ? <Pieces pieces={pieces} as={as} /> : <VisibleText text={stretch.lines.join("\n")} />}
        </code>
      )}
    </div>
  )
}

/** The number of context lines around a change. */
const AROUND = 2

function Same({ stretch, isFirst, isLast }: { stretch: LineRange; isFirst: boolean; isLast: boolean }) {
  const [head, tail] = [isFirst ? 0 : AROUND, isLast ? 0 : AROUND]
  const { lines, line } = stretch
  if (lines.length <= head + tail + 1) return <Lines lines={lines} line={line} />
  const end = lines.length - tail
  return (
    <>
      <Lines lines={lines.slice(0, head)} line={line} />
      <details>
        <summary className="cursor-pointer bg-raised px-3 py-1 text-sm text-ink-3 hover:text-ink">
          {formatCount(end - head, "unchanged line")}
        </summary>
        <Lines lines={lines.slice(head, end)} line={line + head} />
      </details>
      <Lines lines={lines.slice(end)} line={line + end} />
    </>
  )
}

function Lines({ lines, line }: { lines: readonly string[]; line: number }) {
  return lines.map((text, place) => (
    // oxlint-disable-next-line react/no-array-index-key -- a line is its place in the text
    <div key={place} className="flex min-h-5 gap-2 pr-3 leading-5">
      <span className="w-10 shrink-0 text-right text-sm text-ink-3 tabular-nums select-none">
        {line + place}
      </span>
      <code className="min-w-0 flex-1 font-mono text-sm leading-5 wrap-anywhere whitespace-pre-wrap">
        <VisibleText text={text} />
      </code>
    </div>
  ))
}

/** Lines of one of the three texts, numbered from 1. */
interface LineRange {
  readonly line: number
  readonly lines: readonly string[]
}

/**
 * The side that changed the base. "both": each side made another change. "alike": both sides made the same
 * change.
 */
type ChangedBy = "ours" | "theirs" | "both" | "alike"

/** A part of the file that is identical in all three texts, or differs in at least one. */
type ThreeWayBlock =
  | { readonly kind: "same"; readonly ours: LineRange }
  | {
      readonly kind: "changed"
      readonly by: ChangedBy
      readonly base: LineRange
      readonly ours: LineRange
      readonly theirs: LineRange
    }

/**
 * Returns the differences of two texts from their merge base, in file order. Without a base, identical text
 * counts as unchanged. Adjacent changes are one block.
 */
export function threeWay(base: string | null, ours: string, theirs: string): readonly ThreeWayBlock[] {
  const [mine, other] = [linesOf(ours), linesOf(theirs)]
  const agreed = base === null ? commonLines(mine, other) : linesOf(base)
  const [toOurs, toTheirs] = [alignParts(agreed, mine), alignParts(agreed, other)]
  const blocks: ThreeWayBlock[] = []
  let at = { base: 0, ours: 0, theirs: 0 }
  const changeUpTo = (to: typeof at) => {
    for (const step of lineByLine(at, to)) {
      const block = changed(at, step, { base: agreed, ours: mine, theirs: other })
      if (block) blocks.push(block)
      at = step
    }
  }
  for (let line = 0; line < agreed.length; line += 1) {
    const [inOurs = -1, inTheirs = -1] = [toOurs[line], toTheirs[line]]
    if (inOurs < 0 || inTheirs < 0) continue
    changeUpTo({ base: line, ours: inOurs, theirs: inTheirs })
    addUnchanged(blocks, inOurs + 1, mine[inOurs] ?? "")
    at = { base: line + 1, ours: inOurs + 1, theirs: inTheirs + 1 }
  }
  changeUpTo({ base: agreed.length, ours: mine.length, theirs: other.length })
  return blocks
}

/** Adds an unchanged line to the last block, if that is unchanged too, or as a new block. */
function addUnchanged(blocks: ThreeWayBlock[], line: number, text: string): void {
  const last = blocks.at(-1)
  if (last?.kind === "same") {
    const lines = [...last.ours.lines, text]
    blocks[blocks.length - 1] = { kind: "same", ours: { line: last.ours.line, lines } }
  } else blocks.push({ kind: "same", ours: { line, lines: [text] } })
}

type Place = Readonly<Record<"base" | "ours" | "theirs", number>>

/** Maximum number of lines of a block that is split by line. */
const FEW = 40

/**
 * Returns the ends of the lines of a block if all three texts have the same number of lines, at most `FEW`.
 * Else returns only the end of the block.
 */
function lineByLine(from: Place, to: Place): Place[] {
  const lines = to.base - from.base
  if (lines > FEW || to.ours - from.ours !== lines || to.theirs - from.theirs !== lines) return [to]
  return Array.from({ length: lines }, (_, line) => ({
    base: from.base + line + 1,
    ours: from.ours + line + 1,
    theirs: from.theirs + line + 1,
  }))
}

function changed(
  from: Place,
  to: Place,
  texts: Readonly<Record<keyof Place, readonly string[]>>,
): ThreeWayBlock | null {
  const of = (which: keyof Place): LineRange => ({
    line: from[which] + 1,
    lines: texts[which].slice(from[which], to[which]),
  })
  const [base, ours, theirs] = [of("base"), of("ours"), of("theirs")]
  if ([base, ours, theirs].every((one) => one.lines.length === 0)) return null
  return { kind: "changed", by: changedBy(base, ours, theirs), base, ours, theirs }
}

function changedBy(base: LineRange, ours: LineRange, theirs: LineRange): ChangedBy {
  if (alike(ours, theirs)) return "alike"
  if (alike(base, theirs)) return "ours"
  return alike(base, ours) ? "theirs" : "both"
}

const alike = (one: LineRange, other: LineRange) =>
  one.lines.length === other.lines.length && one.lines.every((line, place) => line === other.lines[place])
function commonLines(one: readonly string[], other: readonly string[]): string[] {
  const places = alignParts(one, other)
  return one.filter((_, line) => (places[line] ?? -1) >= 0)
}

/**
 * Returns a draft for a manual merge. Changes of one side are applied. For changes on both sides, the draft
 * contains ours, then theirs, so that nothing is lost. Line breaks are those of ours. `open`: number of
 * changes on both sides.
 */
export function mergeStart(blocks: readonly ThreeWayBlock[], ours: string): { text: string; open: number } {
  const end = /\r\n|\r|\n/.exec(ours)?.[0] ?? "\n"
  const lines = blocks.flatMap((block) => {
    if (block.kind === "same") return block.ours.lines
    if (block.by === "both") return [...block.ours.lines, ...block.theirs.lines]
    return block.by === "theirs" ? block.theirs.lines : block.ours.lines
  })
  return {
    text: lines.length === 0 ? "" : `${lines.join(end)}${end}`,
    open: blocks.filter((block) => block.kind === "changed" && block.by === "both").length,
  }
}
