import { drawInvisible } from "@/lib/memory/characters/hidden-characters"

/** Text with its hidden characters shown as small labels that name them. */
export function MarkedText({ text }: { text: string }) {
  const drawn = drawInvisible(text).map((one, index) =>
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
  return <>{drawn}</>
}
