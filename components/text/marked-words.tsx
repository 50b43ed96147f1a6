import { Fragment } from "react"
import { markTerms } from "@/lib/memory/search/mark-terms"
import { VisibleText } from "./visible-text"

/** Plain text with search terms highlighted. `terms`: see `markTerms`; undefined: nothing is highlighted. */
export function MarkedWords({ text, terms }: { text: string; terms: readonly string[] | undefined }) {
  if (!terms) return <VisibleText text={text} />
  return markTerms(text, terms).map((one, index) => {
    const words = <VisibleText text={one.text} />
    return one.marked ? (
      // oxlint-disable-next-line react/no-array-index-key -- a piece is its place in the text
      <mark key={index} className="rounded-xs bg-accent/20 text-ink">
        {words}
      </mark>
    ) : (
      // oxlint-disable-next-line react/no-array-index-key -- a piece is its place in the text
      <Fragment key={index}>{words}</Fragment>
    )
  })
}
