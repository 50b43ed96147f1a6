/**
 * The initials of a person in a circle. `label` is for screen readers and shown on hover. Omit the label next
 * to the name.
 */
export function Avatar({ name, label }: { name: string; label?: string }) {
  return (
    <span
      title={label}
      className="grid size-5 shrink-0 place-items-center rounded-full bg-accent-wash text-xs font-semibold text-accent"
    >
      <span aria-hidden>{initials(name)}</span>
      {label === undefined ? null : <span className="sr-only">{label}</span>}
    </span>
  )
}

function initials(name: string): string {
  const words = name.split(/[\s@._-]+/u).filter(Boolean)
  return [words[0], words.length > 1 ? words.at(-1) : undefined]
    .map((word) => (word ? [...word][0] : ""))
    .join("")
    .toUpperCase()
}
