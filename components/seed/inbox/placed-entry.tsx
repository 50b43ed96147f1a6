import { Link } from "@/components/ui/link"
import { filePath } from "@/components/data/addresses"
import { VisibleText } from "@/components/text/visible-text"
import { UntrustedText } from "@/components/text/untrusted-text"
import type { SeedPlacement } from "./seed-inbox-types"

interface PlacedEntryProps {
  team: string
  placement: SeedPlacement
  /** The target section, shown for unsure entries with the reason. */
  goesTo?: string
}

/** An entry of a predecessor with its source. */
export function PlacedEntry({
  team,
  placement: { text, file, path, line, from, reason, confidence },
  goesTo,
}: PlacedEntryProps) {
  return (
    <li className="border-line px-3.5 py-2 not-first:border-t">
      <p className="max-w-180">
        <UntrustedText text={text} />
      </p>
      <p className="mt-0.5 flex flex-wrap items-baseline gap-x-2 gap-y-0.5 text-sm text-ink-2">
        {goesTo === undefined ? null : (
          <>
            <span className="font-medium">{goesTo}</span>
            <span className="tabular-nums">{Math.round(confidence * 100)}% confident</span>
            <span className="min-w-0 wrap-anywhere">
              <VisibleText text={reason} />
            </span>
          </>
        )}
        <Link
          href={filePath(team, file, line)}
          title={`${path}:${line}`}
          className="font-mono text-link wrap-anywhere"
        >
          <VisibleText text={`${from}:${line}`} />
        </Link>
      </p>
    </li>
  )
}
