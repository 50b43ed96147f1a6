"use client"

import { type ReactNode, memo } from "react"
import { Hand } from "lucide-react"
import { Kbd } from "@/components/ui/kbd"
import { formatDates, formatDay } from "@/components/data/time-text"
import { Link } from "@/components/ui/link"
import { filePath } from "@/components/data/addresses"
import { VisibleText } from "@/components/text/visible-text"
import { UntrustedText } from "@/components/text/untrusted-text"
import { asSentence } from "@/lib/memory/text/sentence"
import { LEFT_OUT_PLACE, type EntryPlacement, type PlanPlace, confidenceLabel } from "../seed-plans"
import { shortPath } from "@/lib/memory/memory-files/paths"

interface EntryCardProps {
  team: string
  placement: EntryPlacement
  isCurrent: boolean
  isChosen: boolean
  /** The reason why a placed entry cannot be written; null if it can. */
  refused: string | null
  mayMove: boolean
  onGo: (entry: string) => void
  onChoose: (entry: string) => void
  onDrag: (event: React.DragEvent, entry: string) => void
  /** Actions for the current entry. */
  children?: ReactNode
}

/**
 * An entry on the board: its text, its source, and the reason and confidence of its place. The current entry
 * shows everything.
 */
export const EntryCard = memo(function EntryCard({
  team,
  placement,
  isCurrent,
  isChosen,
  refused,
  mayMove,
  onGo,
  onChoose,
  onDrag,
  children,
}: EntryCardProps) {
  const { entry, text, byHand } = placement
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/click-events-have-key-events -- the button inside and the keys do the same
    <article
      data-item={entry}
      aria-current={isCurrent ? "true" : undefined}
      aria-label={isCurrent ? "Current entry" : undefined}
      tabIndex={-1}
      draggable={mayMove}
      onDragStart={(event) => onDrag(event, entry)}
      onClick={() => (isCurrent ? undefined : onGo(entry))}
      className={`scroll-my-10 rounded-md border px-2.5 py-2 -outline-offset-1 focus-visible:outline-1 ${isCurrent ? CARD_LOOK.current : CARD_LOOK[isChosen ? "chosen" : "other"]}`}
      style={isCurrent ? undefined : { contentVisibility: "auto", containIntrinsicBlockSize: "auto 90px" }}
    >
      <div className="flex items-start gap-2">
        {mayMove ? (
          <input
            type="checkbox"
            aria-label={`Select: ${text.slice(0, 60)}`}
            checked={isChosen}
            onClick={(event) => event.stopPropagation()}
            onChange={() => onChoose(entry)}
            className="mt-0.75 size-3.5 shrink-0 accent-accent"
          />
        ) : null}
        <CardText placement={placement} isCurrent={isCurrent} onGo={onGo} />
      </div>
      <PlacementSource {...{ team, placement, isCurrent }} />
      {byHand ? null : <PlacementReason placement={placement} isCurrent={isCurrent} />}
      {refused === null ? null : (
        <p className="text-sm text-danger">
          Not written: <VisibleText text={refused} />
        </p>
      )}
      {children}
    </article>
  )
})

const CARD_LOOK = {
  current: "border-accent bg-accent-wash max-lg:scroll-mb-40",
  chosen: "border-accent bg-surface",
  other: "cursor-pointer border-line bg-surface hover:border-line-strong",
} as const

/** The text of the entry. A click on another entry than the current one goes to it. */
function CardText({
  placement: { entry, text, place },
  isCurrent,
  onGo,
}: Pick<EntryCardProps, "placement" | "isCurrent" | "onGo">) {
  if (isCurrent)
    return (
      <p className="min-w-0 flex-1">
        <UntrustedText text={text} />
      </p>
    )
  return (
    <button
      type="button"
      tabIndex={-1}
      className={`min-w-0 flex-1 text-left ${place === LEFT_OUT_PLACE ? "text-ink-2" : ""}`}
      onClick={() => onGo(entry)}
    >
      <span className="line-clamp-3 wrap-anywhere">
        <UntrustedText text={text} />
      </span>
    </button>
  )
}

/** The line that the entry comes from, its date, and a mark if a person placed it. */
function PlacementSource({
  team,
  placement: { path, from, line, file, date, byHand },
  isCurrent,
}: Pick<EntryCardProps, "team" | "placement" | "isCurrent">) {
  return (
    <p className="mt-1 flex flex-wrap items-center gap-x-2 gap-y-0.5 text-sm text-ink-3">
      <Link
        href={filePath(team, file, line)}
        title={`${path}:${line}`}
        draggable={false}
        onClick={(event) => event.stopPropagation()}
        data-source={isCurrent ? "" : undefined}
        className={`font-mono wrap-anywhere ${isCurrent ? "text-link" : "hover:text-link"}`}
      >
        <VisibleText text={isCurrent ? `${path}:${line}` : `${shortPath(from)}:${line}`} />
      </Link>
      <span className="tabular-nums">{date === null ? "undated" : formatDay(date)}</span>
      {byHand ? (
        <span className="inline-flex items-center gap-1 font-medium text-accent">
          <Hand className="size-3" aria-hidden />
          placed manually
        </span>
      ) : null}
    </p>
  )
}

/** Confidence of the placement, and the reason for it. */
function PlacementReason({
  placement: { confidence, reason, section },
  isCurrent,
}: Pick<EntryCardProps, "placement" | "isCurrent">) {
  return (
    <p className={`flex gap-x-2 text-sm text-ink-3 ${isCurrent ? "flex-wrap" : "items-center"}`}>
      <Sureness confidence={confidence} />
      <span
        className={`min-w-0 text-ink-2 ${isCurrent ? "basis-full wrap-anywhere" : "truncate"}`}
        title={isCurrent ? undefined : formatDates(reason)}
      >
        <VisibleText text={asSentence(formatDates(reason))} />
        {isCurrent && section !== null ? (
          <>
            {" "}
            Original section: “
            <VisibleText text={section} />
            ”.
          </>
        ) : null}
      </span>
    </p>
  )
}

/** The confidence of a placement, as a word and a bar. */
function Sureness({ confidence }: { confidence: number }) {
  const words = confidenceLabel(confidence)
  return (
    <span
      className={`inline-flex items-center gap-1.5 whitespace-nowrap ${words === "uncertain" ? "font-medium text-caution" : ""}`}
      title={`Confidence ${confidence.toFixed(2)}`}
    >
      <span aria-hidden className="relative h-1 w-6 rounded-full bg-raised shadow-hairline">
        <span
          className={`absolute inset-y-0 left-0 rounded-full ${words === "uncertain" ? "bg-caution" : "bg-ink-3"}`}
          style={{ width: `${Math.round(confidence * 100)}%` }}
        />
      </span>
      {words}
    </span>
  )
}

export interface MoveTarget {
  readonly place: PlanPlace
  readonly heading: string
  readonly key: string | null
}

/** Buttons that move the entry to another section, each with its key. */
export function MoveButtons({
  targets,
  at,
  onPut,
}: {
  targets: readonly MoveTarget[]
  at: PlanPlace
  onPut: (place: PlanPlace) => void
}) {
  return (
    <fieldset className="mt-2 flex flex-wrap gap-1.5">
      <legend className="sr-only">Move to</legend>
      {targets
        .filter(({ place }) => place !== at)
        .map(({ place, heading, key }) => (
          <button
            key={place}
            type="button"
            aria-keyshortcuts={key ?? undefined}
            onClick={() => onPut(place)}
            className="inline-flex min-h-7 items-center gap-1.5 rounded-md border border-line-strong bg-surface px-2 py-0.5 text-left text-sm font-medium hover:bg-raised max-md:min-h-9"
          >
            {heading}
            {key === null ? null : (
              <span className="max-md:hidden">
                <Kbd hidden>{key}</Kbd>
              </span>
            )}
          </button>
        ))}
    </fieldset>
  )
}
