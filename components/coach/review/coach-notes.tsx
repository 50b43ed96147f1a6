import { UntrustedText } from "@/components/text/untrusted-text"

/** The coach's notes on its work: how it read memory, and what it left out. */
export function LeftOutNotes({ notes, open = false }: { notes: readonly string[]; open?: boolean }) {
  if (notes.length === 0) return null
  return (
    <details open={open} className="text-ink-2 print:hidden">
      <summary className="w-fit rounded-sm font-medium">Notes from the coach ({notes.length})</summary>
      <ul className="mt-1.5 grid list-disc gap-1 pl-4.5">
        {notes.map((note, place) => (
          // oxlint-disable-next-line react/no-array-index-key -- notes have no ID and never move
          <li key={place}>
            <UntrustedText text={note} />
          </li>
        ))}
      </ul>
    </details>
  )
}
