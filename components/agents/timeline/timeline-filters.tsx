import { Check } from "lucide-react"
import { Link } from "@/components/ui/link"
import { changedQuery } from "@/components/data/update-query"
import { TIMELINE_KIND_NAMES, TIMELINE_KINDS, type TimelineKind } from "./item"

/** Filter chips of a timeline. Each is a link that toggles its kind in the address. */
export function TimelineFilters({
  query,
  kinds,
}: {
  query: URLSearchParams
  kinds: readonly TimelineKind[]
}) {
  const hrefFor = (wanted: readonly TimelineKind[]) =>
    `${changedQuery(query, { kinds: wanted.length === TIMELINE_KINDS.length ? null : wanted.join(","), after: null })}#timeline`
  return (
    <ul aria-label="Filter timeline" className="mb-2 flex flex-wrap gap-1.5">
      <Chip words="All" href={hrefFor([])} on={kinds.length === 0} />
      {TIMELINE_KINDS.map((kind) => {
        const on = kinds.includes(kind)
        return (
          <Chip
            key={kind}
            words={TIMELINE_KIND_NAMES[kind]}
            href={hrefFor(
              on
                ? kinds.filter((one) => one !== kind)
                : TIMELINE_KINDS.filter((one) => one === kind || kinds.includes(one)),
            )}
            on={on}
          />
        )
      })}
    </ul>
  )
}

function Chip({ words, href, on }: { words: string; href: string; on: boolean }) {
  return (
    <li>
      <Link
        href={href}
        scroll={false}
        aria-current={on ? "true" : undefined}
        className="inline-flex h-6 items-center gap-1 rounded-full border border-line-strong px-2.5 text-sm text-ink-2 hover:text-ink current:border-transparent current:bg-accent-wash current:font-medium current:text-accent"
      >
        {on ? <Check className="size-3 shrink-0" aria-hidden /> : null}
        {words}
      </Link>
    </li>
  )
}
