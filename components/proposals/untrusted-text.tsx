import { DrawnText } from "@/components/text/drawn-text"

/**
 * Untrusted text as is: no markup or links, with hidden characters made visible. Only `code` between
 * backticks is formatted.
 */
export function WordsOf({ text }: { text: string }) {
  return (
    <span className="wrap-anywhere whitespace-pre-line">
      {text.split(/(`[^`\n]+`)/).map((part, index) =>
        index % 2 === 1 ? (
          // oxlint-disable-next-line react/no-array-index-key -- a part is its place in the text
          <code key={index} className="font-mono">
            <DrawnText text={part.slice(1, -1)} />
          </code>
        ) : (
          // oxlint-disable-next-line react/no-array-index-key -- a part is its place in the text
          <DrawnText key={index} text={part} />
        ),
      )}
    </span>
  )
}

/** `WordsOf` in quotation marks. */
export function Quoted({ text }: { text: string }) {
  return (
    <q className="text-ink">
      <WordsOf text={text} />
    </q>
  )
}
