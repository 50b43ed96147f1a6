import { ArrowLeft } from "lucide-react"
import Link from "next/link"
import { PaneFactsComing } from "./pane-facts"
import { PaneHead } from "./pane-head"
import { DetailDiff } from "./proposal-diff"
import type { ProposalDetail } from "./shapes"

/** The proposal as it comes with the page, drawn by the server: what it asks for can be read before the script that decides it has come. */
export function StillPane({ detail, now, backHref }: { detail: ProposalDetail; now: string; backHref: string }) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, so the keyboard must reach it
    <article aria-label="The proposal" tabIndex={0} className="min-h-0 flex-1 overflow-y-auto px-4 py-5 -outline-offset-2 md:px-7">
      <Link href={backHref} className="mb-3 inline-flex items-center gap-1.5 font-medium text-ink-2 md:hidden">
        <ArrowLeft className="icon" aria-hidden />
        Back to the list
      </Link>
      <PaneHead proposal={detail} detail={detail} now={now} />
      <div className="mt-4.5 grid grid-cols-1 gap-3">
        <DetailDiff detail={detail} />
      </div>
      <PaneFactsComing />
    </article>
  )
}
