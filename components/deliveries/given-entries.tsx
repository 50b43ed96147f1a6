import { ChevronRight } from "lucide-react"
import { Link } from "@/components/ui/link"
import { filePath } from "@/components/data/addresses"
import { count } from "@/components/data/count"
import type { Receipt } from "./delivery-types"

/** The delivered entries, highest rank first, with their current text and a link. */
export function GivenEntries({ team, receipt: { given } }: { team: string; receipt: Receipt }) {
  if (given.length === 0) return <p className="text-ink-2">No entries were delivered.</p>
  const gone = given.filter((one) => one.text === null).length
  return (
    <details className="group">
      <summary className="flex min-h-6 cursor-pointer list-none items-center gap-1 text-sm font-medium text-ink-3 hover:text-ink">
        <ChevronRight className="icon group-open:rotate-90" aria-hidden />
        {count(given.length, "entry", "entries")} delivered
        {gone > 0 ? `, ${gone} removed since` : ""}
      </summary>
      <ol className="mt-1 grid gap-1">
        {given.map((one) => (
          <li key={one.id} className="wrap-anywhere">
            {one.text === null || one.file === null ? (
              <span className="text-ink-3">removed entry</span>
            ) : (
              <Link
                href={filePath(team, one.file, one.line ?? undefined)}
                className={`hover:text-accent hover:underline ${one.state === "current" ? "" : "text-ink-3 line-through"}`}
              >
                {one.text}
              </Link>
            )}
          </li>
        ))}
      </ol>
    </details>
  )
}
