import type { ClaimCounts } from "./synthesis-list-types"
import { countWords } from "./synthesis-list-text"

/** A bar of accepted, rejected and waiting claims. The text beside it gives the same figures. */
export function ClaimCountBar({ counts, className = "" }: { counts: ClaimCounts; className?: string }) {
  const { accepted, edited, rejected, waiting } = counts
  const all = Math.max(1, accepted + edited + rejected + waiting)
  return (
    <span
      className={`inline-flex h-1.5 w-24 shrink-0 overflow-hidden rounded-full bg-raised align-middle shadow-hairline ${className}`}
      title={countWords(counts)}
    >
      <span className="sr-only">{countWords(counts)}: </span>
      <span aria-hidden className="bg-good" style={{ width: share(accepted + edited, all) }} />
      <span aria-hidden className="bg-ink-3" style={{ width: share(rejected, all) }} />
    </span>
  )
}

const share = (part: number, all: number) => `${((part / all) * 100).toFixed(1)}%`
