"use client"

import { Download, ShieldAlert, ShieldCheck, ShieldQuestion } from "lucide-react"
import { useActionState } from "react"
import { weekdayAndDay, dayIn } from "@/components/data/time-text"
import { useOwnZone, Instant } from "@/components/data/instant"
import { TableBox } from "@/components/data/table"
import { groupBy } from "@/lib/memory/text/aggregates"
import { type ShownEvent, groupRepeated } from "./audit-event"
import { Link } from "@/components/ui/link"
import { VisibleText } from "@/components/text/visible-text"
import { actorOfEvent, sentenceOf } from "@/lib/memory/audit/audit-sentence"
import { buttonLook } from "@/components/ui/button-look"
import { Submit } from "@/components/ui/submit"

/** Events by day, newest first, in the time zone of the reader. `now`: ISO instant. */
export function EventList({ events, now }: { events: readonly ShownEvent[]; now: string }) {
  const zone = useOwnZone() ?? "UTC"
  const today = dayIn(now, zone)
  return (
    <div className="grid gap-4">
      {[...groupBy(events, (event) => dayIn(event.at, zone))].map(([day, group]) => (
        <section key={day} aria-labelledby={`day-${day}`} className="grid gap-1.5">
          <h3 id={`day-${day}`} className="text-sm font-medium text-ink-2">
            <time dateTime={day}>{dayWords(day, today)}</time>
          </h3>
          <TableBox className="overflow-hidden">
            <ol>
              {groupRepeated(group).map(([event, ...repeats]) =>
                event ? <EventRow key={event.number} event={event} repeats={repeats} /> : null,
              )}
            </ol>
          </TableBox>
        </section>
      ))}
    </div>
  )
}

/** Returns the heading of a day: "Today, Sun, 22 Nov 2026", or "Sat, 21 Nov 2026" for other days. */
const dayWords = (day: string, today: string): string =>
  day === today ? `Today, ${weekdayAndDay(day)}` : weekdayAndDay(day)

interface EventRowProps {
  event: ShownEvent
  /** Earlier events of the same actor with the same sentence. */
  repeats: readonly ShownEvent[]
}

/**
 * An event as a sentence, with the number of its repetitions. The kind of the event expands to all stored
 * fields.
 */
function EventRow({ event, repeats }: EventRowProps) {
  const { name, through } = actorOfEvent(event)
  const { before, subject, after } = sentenceOf(event)
  return (
    <li className="flex flex-wrap items-baseline gap-x-3 border-t border-line px-3 py-1.5 first:border-t-0">
      <Instant at={event.at} look="time" className="w-10 shrink-0 text-sm text-ink-3 tabular-nums" />
      <p className="min-w-48 flex-1 text-ink-2 wrap-anywhere">
        <strong className="font-medium text-ink">
          <VisibleText text={name} />
        </strong>
        {through ? (
          <span className="text-ink-3">
            {" "}
            (<VisibleText text={through} />)
          </span>
        ) : null}{" "}
        <VisibleText text={before} />
        {subject === null ? null : <Subject event={event} />}
        <VisibleText text={after} />
        {event.proposalHref ? (
          <>
            {" "}
            <Link
              href={event.proposalHref}
              className="ml-1.5 text-sm whitespace-nowrap text-ink-2 underline hover:text-ink"
            >
              Open proposal
            </Link>
          </>
        ) : null}
        {repeats.length > 0 ? (
          <span className="ml-2 text-sm whitespace-nowrap text-ink-3">
            {repeats.length + 1}
            <span aria-hidden>×</span>
            <span className="sr-only"> times</span>
          </span>
        ) : null}
      </p>
      <details className="group open:basis-full md:text-right">
        <summary className="cursor-pointer py-1 font-mono text-xs text-ink-3 hover:text-ink">
          {event.kind}
        </summary>
        {repeats.length > 0 ? <Repeats events={[event, ...repeats]} /> : <Facts event={event} />}
      </details>
    </li>
  )
}

/** The repetitions of an event, each with its time and its stored fields. */
function Repeats({ events }: { events: readonly ShownEvent[] }) {
  return (
    <ul className="my-1.5 grid gap-1 text-left">
      {events.map((event) => (
        <li key={event.number}>
          <details>
            <summary className="w-fit cursor-pointer py-0.5 text-sm text-ink-2 hover:text-ink">
              <Instant at={event.at} look="second" className="tabular-nums" />, event {event.number}
            </summary>
            <Facts event={event} />
          </details>
        </li>
      ))}
    </ul>
  )
}

function Subject({ event: { subject, fileHref } }: { event: ShownEvent }) {
  if (fileHref === null) {
    return (
      <span className="text-ink">
        <VisibleText text={subject} />
      </span>
    )
  }
  return (
    <Link href={fileHref} className="text-link">
      <VisibleText text={subject} />
    </Link>
  )
}

function Facts({ event }: { event: ShownEvent }) {
  const facts: readonly (readonly [string, string])[] = [
    ["Number", String(event.number)],
    ["Position in chain", event.link === null ? "none (inserted outside the chain)" : String(event.link)],
    ["Time", event.at],
    ["Actor", `${event.by.kind} ${event.by.id}`],
    ["Target", event.subject],
    ["Detail", JSON.stringify(event.detail)],
    ["Hash", event.hash ?? "none"],
  ]
  return (
    <dl className="my-1.5 grid gap-x-3 gap-y-0.5 rounded-md bg-raised px-3 py-2 text-left text-sm sm:grid-cols-6">
      {facts.map(([name, value]) => (
        <div key={name} className="contents">
          <dt className="text-ink-2">{name}</dt>
          <dd className="font-mono text-xs wrap-anywhere sm:col-span-5">
            <VisibleText text={value} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** The result of a verification. */
export interface ChainVerification {
  readonly ok: boolean
  readonly words: string
  /** The first problem and the next step, or the last hash. */
  readonly more?: string
  /** ISO instant of the verification. */
  readonly at?: string
}

interface ChainStateProps {
  /** The result when the page was rendered; null if the chain is too long to verify on load. */
  found: ChainVerification | null
  /** "4,812 events" */
  events: string
  of: string
  team: string
  exportHref: string
  action: (state: ChainVerification | null, form: FormData) => Promise<ChainVerification | null>
}

/** The state of the hash chain, with buttons to verify and export it. */
export function ChainState({ found, events, of, team, exportHref, action }: ChainStateProps) {
  const [state, submit] = useActionState(action, found)
  const [Icon, mark] = markOf(state)
  return (
    <div
      className={`flex flex-wrap items-center gap-x-3 gap-y-2 rounded-lg border px-3 py-2.5 ${state?.ok === false ? "border-danger bg-danger-wash" : "border-line bg-surface"}`}
    >
      <output className="flex min-w-60 flex-1 items-start gap-2.5">
        <Icon className={`icon mt-0.5 ${mark}`} aria-hidden />
        <span className="min-w-0">
          <strong className="block font-medium">{state?.words ?? `${events}, not verified yet`}</strong>
          {state?.more ? <span className="wrap-anywhere text-ink-2">{state.more}</span> : null}
          {state?.at ? (
            <span className="text-ink-3">
              {state.more ? " · " : ""}
              <Instant at={state.at} look="time" />
            </span>
          ) : null}
        </span>
      </output>
      <form action={submit}>
        <input type="hidden" name="team" value={team} />
        <input type="hidden" name="of" value={of} />
        <Submit>Verify chain</Submit>
      </form>
      <a href={exportHref} download className={buttonLook("default")}>
        <Download className="icon" aria-hidden />
        Export as JSON Lines
      </a>
    </div>
  )
}

function markOf(state: ChainVerification | null) {
  if (state === null) return [ShieldQuestion, "text-ink-3"] as const
  return state.ok ? ([ShieldCheck, "text-good"] as const) : ([ShieldAlert, "text-danger"] as const)
}
