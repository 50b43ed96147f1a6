import { ArrowDownNarrowWide } from "lucide-react"
import { policiesPath } from "@/components/data/addresses"
import { Link } from "@/components/ui/link"
import type { Dismissals } from "@/lib/memory/conflicts/second-opinions"

interface LoweredNotesProps {
  team: string
  /** Kinds of findings that the list ranks last. */
  lowered: readonly Dismissals[]
}

export function LoweredNotes({ team, lowered }: LoweredNotesProps) {
  return lowered.map((one) => <LoweredNote key={one.finding} {...{ team, ...one }} />)
}

const CALLED: Record<Dismissals["finding"], string> = {
  duplicate: "Duplicates",
  contradiction: "Contradictions",
  file: "Files changed in two places",
}

/** Explains why conflicts of a kind rank last, with a link to change that. */
function LoweredNote({ team, finding, dismissed, decided }: Dismissals & { readonly team: string }) {
  return (
    <p className="flex items-start gap-2.25 border-t border-line px-4 py-2.5 text-ink-2">
      <ArrowDownNarrowWide className="icon mt-0.5 shrink-0 text-ink-3" aria-hidden />
      <span className="min-w-0 flex-1">
        {CALLED[finding]} are listed last because your team dismissed {dismissed.toLocaleString("en")} of the
        last {decided.toLocaleString("en")}.{" "}
        <Link href={policiesPath(team, "team")} className="text-link">
          Change this
        </Link>
      </span>
    </p>
  )
}
