import { ArrowLeft, ArrowRight } from "lucide-react"
import { Link } from "@/components/ui/link"
import { synthesisPath } from "@/components/data/addresses"
import { kindWord } from "@/components/coach/coach-text"
import { DrawnText } from "@/components/text/drawn-text"
import { Notice } from "@/components/ui/notice"
import { ChangesPart } from "./changes-part"
import { LeftOutNotes } from "./left-out-notes"
import { NotPublished } from "./not-published"
import type { MemoryBeside, Changes, Synthesis } from "./review-types"
import { SynthesisDocument } from "./synthesis-document"
import { sinceWords } from "./review-text"

interface ReadingViewProps {
  synthesis: Synthesis
  changes: Changes | null
  /** The syntheses published before and after this one, for the same place, kind and agent. */
  before: MemoryBeside | null
  after: MemoryBeside | null
  now: string
}

/**
 * A decided synthesis: its text, the changes since the previous one, and the claims that were not published.
 */
export function ReadingView({ synthesis, changes, before, after, now }: ReadingViewProps) {
  const { team, kind, state, notes } = synthesis
  return (
    <div className="flex-1 bg-surface print:bg-transparent">
      <SynthesisDocument synthesis={synthesis} now={now}>
        {state === "replaced" && after ? (
          <div className="mt-4 print:hidden">
            <Notice
              title={`Replaced by a newer ${kindWord(kind)} on ${sinceWords(after.at, now)}`}
              action={<BesideLink team={team} to={after} now={now} />}
            >
              Agents receive the newer one.
            </Notice>
          </div>
        ) : null}
        {changes ? <ChangesPart team={team} changes={changes} now={now} /> : null}
      </SynthesisDocument>
      <footer className="mx-auto grid w-full max-w-176 gap-2.5 px-4 pb-10 print:hidden">
        <NotPublished synthesis={synthesis} now={now} />
        <LeftOutNotes notes={notes} />
        {before || after ? (
          <nav
            aria-label="Earlier and later"
            className="mt-3 flex flex-wrap justify-between gap-3 border-t border-line pt-3"
          >
            {before ? (
              <Link href={synthesisPath(team, before.id)} className="flex items-center gap-1.5 text-link">
                <ArrowLeft className="icon" aria-hidden />
                <DrawnText text={before.title} />, {sinceWords(before.at, now)}
              </Link>
            ) : (
              <span />
            )}
            {after ? <BesideLink team={team} to={after} now={now} /> : null}
          </nav>
        ) : null}
      </footer>
    </div>
  )
}

function BesideLink({ team, to, now }: { team: string; to: MemoryBeside; now: string }) {
  return (
    <Link href={synthesisPath(team, to.id)} className="flex items-center gap-1.5 text-link">
      <DrawnText text={to.title} />, {sinceWords(to.at, now)}
      <ArrowRight className="icon" aria-hidden />
    </Link>
  )
}
