import { CircleHelp } from "lucide-react"
import { Link } from "@/components/ui/link"

/** A "?" beside a term or heading that opens its guide. `to` is the guide's slug with an optional anchor. */
export function DocsLink({ to }: { to: string }) {
  const label = `Open the guide: ${to.split("#").at(-1)?.replaceAll("-", " ")}`
  return (
    <Link
      href={`/docs/${to}`}
      aria-label={label}
      title={label}
      className="inline-grid size-6 shrink-0 place-items-center rounded-md align-middle text-ink-3 hover:bg-raised hover:text-ink"
    >
      <CircleHelp className="size-3.5" aria-hidden />
    </Link>
  )
}
