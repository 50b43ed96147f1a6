import { Link } from "@/components/ui/link"
import { count } from "@/components/data/count"

/** Leads to what waits for a decision on this file. */
export function WaitingHere({ team, path, waiting }: { team: string; path: string; waiting: number }) {
  if (waiting === 0) return null
  return (
    <section>
      <h2 className="mb-1.5">Waiting</h2>
      <p className="text-ink-2">
        <Link href={`/t/${team}/inbox?tab=proposals&q=${encodeURIComponent(path)}`} className="text-link">
          {count(waiting, "proposal")}
        </Link>{" "}
        {waiting === 1 ? "waits" : "wait"} for a decision on this file.
      </p>
    </section>
  )
}
