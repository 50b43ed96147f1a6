"use client"

import { usePathname } from "next/navigation"
import { Link } from "@/components/ui/link"
import { changedQuery, useQuery } from "@/components/data/use-query"
import { TIME_RANGES, type WeekRange } from "./time-ranges"

/** Chooses the time range of the charts on a page, kept in the URL as `weeks`. */
export function TimeRange({ weeks }: { weeks: WeekRange }) {
  const [query] = useQuery()
  const path = usePathname()
  return (
    <nav aria-label="Time range" className="flex gap-0.5 text-sm print:hidden">
      {TIME_RANGES.map((range) => (
        <Link
          key={range}
          href={`${path}${changedQuery(new URLSearchParams(query), { weeks: String(range) })}`}
          scroll={false}
          aria-current={range === weeks ? "true" : undefined}
          className="relative rounded-md px-2 py-0.75 whitespace-nowrap text-ink-2 hover:text-ink current:bg-raised current:font-medium current:text-ink current:shadow-hairline"
        >
          {range} w<span className="max-sm:sr-only">eeks</span>
        </Link>
      ))}
    </nav>
  )
}
