import { memo } from "react"
import type { DiffPiece } from "@/components/text/diff-lines"
import { VisibleText } from "@/components/text/visible-text"
import { Pieces } from "@/components/text/changed-words"
import { count } from "@/components/data/count"
import { TableBox } from "@/components/data/table"
import { Tag } from "@/components/ui/tag"
import { differingWords } from "../text/differing-words"
import type { ConflictDetail } from "./conflict-types"
import { type LineRange, type ThreeWayBlock, threeWay } from "./three-way-blocks"

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
          {both > 0 ? `${count(both, "section")} changed on both sides` : "No sections changed on both sides"}
        </span>
        {alone > 0 ? <span className="ml-auto">{count(alone, "section")} changed on one side</span> : null}
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
          {count(end - head, "unchanged line")}
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
