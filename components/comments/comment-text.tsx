import { VisibleText } from "@/components/text/visible-text"
import { linkParts } from "@/lib/memory/comments/links"
import type { CommentPart } from "@/lib/memory/comments/mentions"

/** The text of a comment: plain text with links and mentions. Hidden characters are shown. */
export function CommentText({ parts }: { parts: readonly CommentPart[] }) {
  // oxlint-disable react/no-array-index-key -- a part is its place in the text
  return parts.map(({ text, person }, index) =>
    person === null ? (
      <PlainText key={index} text={text} />
    ) : (
      <span key={index} className="rounded-xs bg-accent-wash px-0.75 font-medium text-accent">
        <VisibleText text={text} />
      </span>
    ),
  )
}

function PlainText({ text }: { text: string }) {
  return linkParts(text).map((part, index) =>
    part.isLink ? (
      <a
        key={index}
        href={part.text}
        target="_blank"
        rel="noreferrer noopener nofollow"
        className="text-link wrap-anywhere"
      >
        <VisibleText text={part.text} />
      </a>
    ) : (
      <VisibleText key={index} text={part.text} />
    ),
  )
}
