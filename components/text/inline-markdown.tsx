import { Fragment } from "react"
import { type Inline, readInline } from "@/lib/memory/text/inline-markdown"
import { markTerms } from "@/lib/memory/search/mark-terms"
import { VisibleText } from "./visible-text"

interface InlineTextProps {
  text: string
  /** Search terms to highlight. */
  terms?: readonly string[]
}

/**
 * One line of Markdown. HTML is escaped, images are not loaded, and links go to the web or a mailbox only.
 */
export function InlineText({ text, terms }: InlineTextProps) {
  return <Pieces pieces={readInline(text)} terms={terms} />
}

function Pieces({ pieces, terms }: { pieces: readonly Inline[]; terms: readonly string[] | undefined }) {
  // oxlint-disable-next-line react/no-array-index-key -- a piece is its place in the line
  return pieces.map((piece, index) => <Piece key={index} piece={piece} terms={terms} />)
}

function Piece({ piece, terms }: { piece: Inline; terms: readonly string[] | undefined }) {
  switch (piece.kind) {
    case "text":
      return <MarkedWords text={piece.text} terms={terms} />
    case "code":
      return (
        <code className="font-mono">
          <MarkedWords text={piece.text} terms={terms} />
        </code>
      )
    case "strong":
      return (
        <strong>
          <Pieces pieces={piece.inside} terms={terms} />
        </strong>
      )
    case "emphasis":
      return (
        <em>
          <Pieces pieces={piece.inside} terms={terms} />
        </em>
      )
    case "strike":
      return (
        <s>
          <Pieces pieces={piece.inside} terms={terms} />
        </s>
      )
    case "link":
      return (
        <a
          href={piece.href}
          title={piece.href}
          target="_blank"
          rel="noopener noreferrer nofollow"
          className="text-link wrap-anywhere"
        >
          <Pieces pieces={piece.inside} terms={terms} />
        </a>
      )
    case "reference":
      return (
        <span title={piece.target} className="wrap-anywhere underline decoration-dotted underline-offset-2">
          <Pieces pieces={piece.inside} terms={terms} />
        </span>
      )
    case "image":
      return (
        <span title="Images are not loaded" className="text-ink-2">
          [image: <MarkedWords text={piece.alt || piece.source} terms={terms} />]
        </span>
      )
  }
}

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
