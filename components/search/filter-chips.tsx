import { X } from "lucide-react"
import { Link } from "@/components/ui/link"
import { VisibleText } from "@/components/text/visible-text"
import type { SetFilter } from "./filters"

/** The active filters. A click on one removes it. */
export function FilterChips({ filters }: { filters: readonly SetFilter[] }) {
  if (filters.length === 0) return null
  return (
    <ul aria-label="Filters" className="flex flex-wrap items-center gap-1.5">
      {filters.map(({ name, value, not, without }) => (
        <li key={`${name} ${value} ${not}`} className="max-w-full">
          <Link
            href={without}
            scroll={false}
            title="Remove filter"
            className="inline-flex h-6 max-w-full items-center gap-1 rounded-full bg-accent-wash pr-1.5 pl-2.5 text-sm text-accent hover:shadow-hairline"
          >
            <span className="truncate">
              {not ? "not " : ""}
              {name}:{" "}
              <b>
                <VisibleText text={value} />
              </b>
            </span>
            <X className="size-3 shrink-0" aria-hidden />
            <span className="sr-only">, remove filter</span>
          </Link>
        </li>
      ))}
    </ul>
  )
}
