import { Instant } from "@/components/data/instant"
import { ArrowLeft } from "lucide-react"
import { Link } from "@/components/ui/link"
import type { ReactNode } from "react"
import { describeMoment } from "../data/time-text"
import { Notice } from "./notice"
import { Loading, Skeleton } from "./skeleton"
import { capitalize } from "@/lib/memory/text/sentence"

/** The detail pane beside a list. On a narrow screen it replaces the list and has a link back. */
export function Pane({
  label,
  backHref,
  children,
}: {
  label: string
  backHref: string
  children: ReactNode
}) {
  return (
    <article
      aria-label={label}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, so the keyboard must reach it
      tabIndex={0}
      className="relative min-h-0 flex-1 overflow-y-auto px-4 py-5 -outline-offset-2 md:px-7"
    >
      <Link
        href={backHref}
        className="mb-3 inline-flex items-center gap-1.5 font-medium text-ink-2 md:hidden"
      >
        <ArrowLeft className="icon" aria-hidden />
        Back to list
      </Link>
      {children}
    </article>
  )
}

/** The title of a pane with a tag and a time. `at` and `now` are ISO instants. */
export function PaneTitle({
  tag,
  at,
  now,
  children,
}: {
  tag: ReactNode
  at: string
  now: string
  children: ReactNode
}) {
  return (
    <header className="flex flex-wrap items-baseline gap-x-2.5 gap-y-1">
      <h2 className="text-lg wrap-anywhere">{children}</h2>
      {tag}
      <Instant at={at} now={now} className="ml-auto whitespace-nowrap text-ink-3" />
    </header>
  )
}

/** The decision with its author and time, followed by `children`. */
export function PaneDecision({
  words,
  at,
  now,
  children,
}: {
  words: string
  at: string | null
  now: string
  children: ReactNode
}) {
  return (
    <p className="mt-3 max-w-180">
      <span className="font-medium">{words}</span>
      {at === null ? "" : `, ${describeMoment(at, now)}`}
      {children}
    </p>
  )
}

/**
 * Content that loads after the rest of the page. `children`: null while loading. `what`: subject of the
 * error, as in "its claims could not be loaded".
 */
export function LoadedContent({
  what,
  problem,
  children,
}: {
  what: string
  problem: string | null
  children: ReactNode
}) {
  if (problem) {
    return (
      <Notice tone="caution" live title={`${capitalize(what)} could not be loaded`}>
        {problem}. Close and reopen this item to try again.
      </Notice>
    )
  }
  return (
    children ?? (
      <>
        <Loading what={what} />
        <Skeleton className="h-56" />
      </>
    )
  )
}

/** A fact shown before a decision. */
export function Fact({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="min-w-0">
      <h3 className="mb-1.5">{title}</h3>
      <div className="text-ink-2">{children}</div>
    </section>
  )
}
