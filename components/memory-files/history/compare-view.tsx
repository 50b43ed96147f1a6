import { Link } from "@/components/ui/link"
import { ButtonLink } from "@/components/ui/button"
import { Notice } from "@/components/ui/notice"
import { diffTexts, otherChange } from "@/components/text/diff-lines"
import { VisibleText } from "@/components/text/visible-text"
import { RevisionDiff } from "@/components/text/revision-diff"
import { CompareForm } from "./history-view"
import {
  type ComparedEntry,
  EntryTurns,
  OriginFacts,
  type RestoreAction,
  type RevisionLine,
  describeRestore,
  describeTurns,
} from "./revision-details"
import { RestoreForm } from "./restore-form"

type Side = RevisionLine & { text: string }

interface CompareViewProps {
  team: string
  file: string
  /** Number of the current revision. */
  head: number
  now: string
  compared: { left: Side; right: Side; entries: readonly ComparedEntry[]; more: number }
  /** Action that restores a revision. Null if the person may not restore. */
  restore: RestoreAction | null
}

/** Compares two revisions. With the latest one it shows what a restore would change. */
export function CompareView({
  team,
  file,
  head,
  now,
  compared: { left, right, entries, more },
  restore,
}: CompareViewProps) {
  const diff = diffTexts(left.text, right.text)
  const consequence = describeRestore(
    left.text === now ? diff : diffTexts(now, right.text),
    now === right.text,
  )
  return (
    <div className="min-h-below-top bg-surface px-4 py-4 pb-16 lg:px-7 lg:py-5">
      <div className="grid max-w-260 gap-4">
        <div className="flex flex-wrap items-center gap-2">
          <CompareForm left={left.number} right={right.number} head={head} />
          <ButtonLink
            size="sm"
            variant="quiet"
            href={`?view=compare&left=${right.number}&right=${left.number}`}
          >
            Swap
          </ButtonLink>
        </div>
        <div className="grid gap-x-8 gap-y-4 md:grid-cols-2">
          <SideFacts team={team} side={left} head={head} />
          <SideFacts team={team} side={right} head={head} />
        </div>
        {restore ? (
          <RestoreForm
            keyed
            action={restore}
            fields={{ file, revision: String(right.number), base: String(head) }}
            variant="primary"
            label={
              right.number === head || consequence === null
                ? null
                : `Restore revision ${right.number}: ${consequence}`
            }
          />
        ) : null}
        {entries.length > 0 ? (
          <section aria-labelledby="entries">
            <h2 id="entries" className="mb-1.5 first-letter:uppercase">
              {describeTurns(entries)}
            </h2>
            <EntryTurns entries={entries} more={more} />
          </section>
        ) : null}
        <section aria-label="Lines">
          <RevisionDiff
            diff={diff}
            other={otherChange(left.text, right.text)}
            caption={`Revision ${right.number} compared with revision ${left.number}`}
          />
        </section>
      </div>
    </div>
  )
}

function SideFacts({ team, side, head }: { team: string; side: Side; head: number }) {
  return (
    <section aria-label={`Revision ${side.number}`} className="grid content-start gap-1.5">
      <h2 className="flex flex-wrap items-baseline gap-x-2">
        <Link href={`?view=history&revision=${side.number}`} className="text-link">
          Revision {side.number}
        </Link>
        {side.number === head ? <span className="font-normal text-ink-3">latest</span> : null}
      </h2>
      <p className="wrap-anywhere">
        <VisibleText text={side.reason} />
      </p>
      <OriginFacts team={team} revision={side} />
    </section>
  )
}

/** Notice that a revision in the address does not exist. */
export function NothingToCompare({ message, head }: { message: string; head: number }) {
  return (
    <div className="grid max-w-160 gap-4 p-4 lg:px-7">
      <Notice tone="caution" title="These revisions cannot be compared">
        <VisibleText text={message} />
      </Notice>
      <CompareForm left={Math.max(1, head - 1)} right={head} head={head} />
    </div>
  )
}
