import { Instant } from "@/components/data/instant"
import { SynthesisStateTag } from "@/components/coach/list/listed-synthesis"
import { makerInFull } from "@/components/coach/synthesis-text"
import { VisibleText } from "@/components/text/visible-text"
import { UntrustedText } from "@/components/text/untrusted-text"
import { Button } from "@/components/ui/button"
import { formatCount } from "@/lib/memory/text/sentence"
import type { Synthesis } from "./synthesis-types"

/** The kind, subject, author and time of a synthesis. `exact`: absolute times, for print. */
export function SynthesisFacts({
  synthesis,
  now,
  exact = false,
}: {
  exact?: boolean
  synthesis: Pick<
    Synthesis,
    "kind" | "state" | "agent" | "project" | "by" | "source" | "model" | "createdAt" | "asOf"
  >
  now: string
}) {
  const { kind, state, agent, project, createdAt, asOf } = synthesis
  return (
    <p className="text-ink-2">
      <SynthesisStateTag state={state} />{" "}
      {kind === "brief" ? (
        "Brief"
      ) : (
        <>
          Orientation for{" "}
          <b className="text-ink">
            <VisibleText text={agent ?? ""} />
          </b>
        </>
      )}{" "}
      {kind === "brief" ? "on" : "in"}{" "}
      {project === null ? "all projects" : <b className="text-ink">{project}</b>}, created{" "}
      {exact ? (
        <>
          on <Instant at={createdAt} />
        </>
      ) : (
        <Instant at={createdAt} now={now} />
      )}{" "}
      by <VisibleText text={makerInFull(synthesis)} />.{" "}
      {asOf === null ? null : (
        <>
          Memory was read on <Instant at={asOf} />.
        </>
      )}
    </p>
  )
}

/** The coach's notes on its work: how it read memory, and what it left out. */
export function LeftOutNotes({ notes, open = false }: { notes: readonly string[]; open?: boolean }) {
  if (notes.length === 0) return null
  return (
    <details open={open} className="text-ink-2 print:hidden">
      <summary className="w-fit rounded-sm font-medium">Notes from the coach ({notes.length})</summary>
      <ul className="mt-1.5 grid list-disc gap-1 pl-4.5">
        {notes.map((note, place) => (
          // oxlint-disable-next-line react/no-array-index-key -- notes have no ID and never move
          <li key={place}>
            <UntrustedText text={note} />
          </li>
        ))}
      </ul>
    </details>
  )
}

interface ProgressStripProps {
  decided: number
  of: number
  /** The effect of publishing; null if unknown. */
  publishes: string | null
  /** The number of claims accepted for the published text. */
  accepted: number
  /** The number of waiting claims that can be accepted together. */
  rest: number
  onRest: () => void
  onRejectAll: () => void
  mayDecide: boolean
}

/** The progress of the review, and the effect of publishing. */
export function ProgressStrip({
  decided,
  of,
  publishes,
  accepted,
  rest,
  onRest,
  onRejectAll,
  mayDecide,
}: ProgressStripProps) {
  const left = of - decided
  return (
    <section
      aria-label="Progress"
      className="flex flex-wrap items-center gap-x-3.5 gap-y-1.5 border-b border-line bg-ground px-4 py-2 md:px-7"
    >
      <span className="flex items-center gap-2.5">
        <output className="font-medium tabular-nums">
          {decided} of {of} reviewed
        </output>
        <progress
          aria-label="Claims reviewed"
          value={decided}
          max={of}
          className="progress-bar h-1.5 w-33 rounded-full bg-raised shadow-hairline"
        />
      </span>
      <span className="min-w-0 flex-1 basis-60 wrap-anywhere text-ink-2">
        {left > 0 ? `${formatCount(left, "claim")} left to review. ` : ""}
        {outcomeOf({ accepted, left, publishes })}
      </span>
      {mayDecide ? (
        <span className="flex flex-wrap gap-2">
          {rest > 1 ? (
            <Button
              size="sm"
              kbd="⇧A"
              aria-keyshortcuts="Shift+A"
              title="Unflagged claims whose cited entries have not changed"
              onClick={onRest}
            >
              Accept {rest} unflagged
            </Button>
          ) : null}
          <Button size="sm" variant="quiet" onClick={onRejectAll}>
            {left === 0 && accepted === 0 ? "Close without publishing…" : "Reject all…"}
          </Button>
        </span>
      ) : null}
    </section>
  )
}

function outcomeOf({
  accepted,
  left,
  publishes,
}: Pick<ProgressStripProps, "accepted" | "publishes"> & { left: number }) {
  if (accepted > 0) return `Publishing ${publishes ?? "writes the accepted claims to the coach’s memory"}.`
  return left > 0
    ? "Memory files change only when you publish."
    : "No accepted claims are left to publish. Promoted claims stay promoted."
}
