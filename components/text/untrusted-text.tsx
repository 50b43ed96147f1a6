import { VisibleText } from "./visible-text"

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
