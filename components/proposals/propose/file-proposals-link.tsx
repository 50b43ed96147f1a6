import { Link } from "@/components/ui/link"
import { count } from "@/components/data/count"

/** Link to the undecided proposals for a file. */
export function WaitingHere({ team, path, waiting }: { team: string; path: string; waiting: number }) {
  if (waiting === 0) return null
  return (
    <section>
      <h2 className="mb-1.5">Proposals</h2>
      <p className="text-ink-2">
        <Link href={`/t/${team}/inbox?tab=proposals&q=${encodeURIComponent(path)}`} className="text-link">
          {count(waiting, "proposal")}
        </Link>{" "}
        waiting for review.
      </p>
    </section>
  )
}
