import { drawInvisible } from "@/lib/memory/characters/hidden-characters"

/** Text with its hidden characters shown as small labels that name them. */
export function VisibleText({ text }: { text: string }) {
  const drawn = drawInvisible(text)
  if (drawn.length === 1 && drawn[0]?.kind === "text") return text
  return drawn.map((one, index) =>
    one.kind === "text" ? (
      one.text
    ) : (
      // oxlint-disable-next-line react/no-array-index-key -- a piece is its place in the text
      <span
        key={index}
        title={one.meaning}
        className="mx-px rounded-xs bg-danger-wash px-0.75 font-mono text-xs font-medium text-danger select-none"
      >
        {one.label}
        <span className="sr-only"> ({one.meaning})</span>
      </span>
    ),
  )
}

/**
 * Untrusted text as is: no markup or links, with hidden characters made visible. Only `code` between
 * backticks is formatted.
 */
export function UntrustedText({ text }: { text: string }) {
  return (
    <span className="wrap-anywhere whitespace-pre-line">
      {text.split(/(`[^`\n]+`)/).map((part, index) =>
        index % 2 === 1 ? (
          // oxlint-disable-next-line react/no-array-index-key -- a part is its place in the text
          <code key={index} className="font-mono">
            <VisibleText text={part.slice(1, -1)} />
          </code>
        ) : (
          // oxlint-disable-next-line react/no-array-index-key -- a part is its place in the text
          <VisibleText key={index} text={part} />
        ),
      )}
    </span>
  )
}

/** Untrusted text in quotation marks, shown as by `UntrustedText`. */
export function QuotedText({ text }: { text: string }) {
  return (
    <q className="text-ink">
      <UntrustedText text={text} />
    </q>
  )
}
