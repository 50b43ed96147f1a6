import type { OutputOf } from "@/lib/http/contract"
import { formatDay } from "@/components/data/time-text"
import { Copy, X } from "lucide-react"
import { Link } from "@/components/ui/link"
import dynamic from "next/dynamic"
import type { ReactNode } from "react"
import { Button } from "@/components/ui/button"
import { formatCount } from "@/lib/memory/text/sentence"
import { Kbd } from "@/components/ui/kbd"
import { describeDays, ageInDays } from "@/lib/memory/memory-files/entry-dates"
import { VisibleText } from "../../text/visible-text"

/** Loads for entries that cite files. */
const CitedFiles = dynamic(() => import("./cited-files").then((one) => one.CitedFiles))

/** The entry that outranks this one, and the conflict between them. */
export type Outranking = NonNullable<OutputOf<"file.show">["entries"][number]["outranked"]>

export interface EntryFact {
  readonly line: number
  /** Last line of the entry. Not set if the entry has one line. */
  readonly endLine?: number
  readonly section?: string
  readonly retired?: true
  readonly retiredBecause?: string
  readonly date?: string
  readonly type?: string
  readonly confidence?: number
  /** Number of reads, if the file records it. */
  readonly read?: number
  /** ID of the entry in its format. */
  readonly key?: string
  /** The person who verified the entry and the last valid day. */
  readonly vouched?: { readonly by: string; readonly until: string }
  /** The entry that agents receive instead. */
  readonly outranked?: Outranking
  /** ID of the entry, set if it cites files. */
  readonly cites?: string
  readonly sinceRevision: number
}

interface EntryFactsProps {
  line: number
  /** Facts of the entry at the line. Null if the line does not belong to an entry. */
  fact: EntryFact | null
  /** ISO instant, from the server. */
  now: string
  copy: () => void
  close: () => void
  /** Opens the dialog that proposes a change. Not set or null if the user cannot propose. */
  propose?: ((kind: "edit" | "retire" | "remove" | "move") => void) | null
  /** True if the user may write without a proposal. */
  writes?: boolean
  /** Forgets the entry. Not set or null if the user cannot forget entries. */
  forget?: (() => void) | null
  vouch?: (() => void) | null
  /** Approximate number of days that a verification is valid. */
  days?: number
  /** The form that asks for a reason, shown instead of the actions. */
  asking?: ReactNode
}

/** Facts and actions of the selected line. On a narrow screen they are at the bottom of the window. */
export function EntryFacts({
  line,
  fact,
  now,
  copy,
  close,
  propose,
  writes = false,
  forget,
  vouch,
  days,
  asking,
}: EntryFactsProps) {
  return (
    <section
      aria-labelledby="chosen"
      className="max-lg:fixed max-lg:inset-x-0 max-lg:bottom-0 max-lg:z-20 max-lg:max-h-72 max-lg:overflow-y-auto max-lg:border-t max-lg:border-line max-lg:bg-ground max-lg:p-4 max-lg:shadow-float"
    >
      <div className="mb-1.5 flex items-center gap-2">
        <h2 id="chosen">{linesTitle(fact, line)}</h2>
        <button
          type="button"
          aria-label="Deselect line"
          onClick={close}
          className="-my-1 ml-auto grid size-7 place-items-center rounded-md text-ink-3 hover:bg-raised hover:text-ink"
        >
          <X className="icon" aria-hidden />
        </button>
      </div>
      {fact ? (
        <FactList
          facts={[
            ...linesOf(fact, now),
            {
              term: "Verified",
              value: fact.retired ? null : (
                <Vouched fact={fact} today={now.slice(0, 10)} vouch={vouch ?? null} days={days} />
              ),
            },
          ]}
        />
      ) : (
        <p className="text-ink-2">This line is not part of an entry.</p>
      )}
      {fact?.cites ? <CitedFiles entry={fact.cites} /> : null}
      {fact && asking ? <div className="mt-2.5">{asking}</div> : null}
      {fact && propose && !asking ? <ProposeButtons {...{ fact, propose, writes, forget }} /> : null}
      <p className="mt-2.5">
        <Button size="sm" kbd="Y" onClick={copy}>
          <Copy className="icon" aria-hidden />
          Copy path and line
        </Button>
      </p>
    </section>
  )
}

/** Returns the lines of the entry, or the selected line: "Lines 12–14". */
const linesTitle = (fact: EntryFact | null, line: number): string =>
  fact?.endLine === undefined ? `Line ${line}` : `Lines ${fact.line}–${fact.endLine}`

interface ProposeButtonsProps extends Pick<EntryFactsProps, "forget"> {
  fact: EntryFact
  propose: NonNullable<EntryFactsProps["propose"]>
  writes: boolean
}

/** The changes that can be proposed for an entry. */
function ProposeButtons({ fact, propose, writes, forget }: ProposeButtonsProps) {
  return (
    <p className="mt-2.5 flex flex-wrap gap-1.5">
      {fact.retired ? null : (
        <Button size="sm" kbd="E" onClick={() => propose("edit")}>
          {writes ? "Edit" : "Propose change"}
        </Button>
      )}
      <Button size="sm" kbd="D" onClick={() => propose("retire")}>
        {fact.retired ? "Restore" : "Retire"}
      </Button>
      {forget ? (
        <Button size="sm" kbd="F" onClick={forget}>
          Forget
        </Button>
      ) : (
        <Button size="sm" onClick={() => propose("remove")}>
          Remove
        </Button>
      )}
      {fact.section === undefined || fact.retired ? null : (
        <Button size="sm" onClick={() => propose("move")}>
          Move
        </Button>
      )}
    </p>
  )
}

function linesOf(fact: EntryFact, now: string) {
  return [
    { term: "Section", value: fact.section === undefined ? null : <VisibleText text={fact.section} /> },
    {
      term: "State",
      value: fact.retired ? (
        <>
          retired
          {fact.retiredBecause ? (
            <>
              : <VisibleText text={fact.retiredBecause} />
            </>
          ) : null}
        </>
      ) : null,
    },
    { term: "Outranked", value: fact.outranked === undefined ? null : <Outranked by={fact.outranked} /> },
    { term: "Type", value: fact.type },
    {
      term: "Confidence",
      value:
        fact.confidence === undefined ? null : (
          <span className="tabular-nums">{fact.confidence.toFixed(2)}</span>
        ),
    },
    {
      term: "Dated",
      value:
        fact.date === undefined ? (
          "no date in the file"
        ) : (
          <Dated date={fact.date} age={describeDays(ageInDays(fact.date, new Date(now)))} />
        ),
    },
    {
      term: "Since",
      value: (
        <>
          <Link href={`?view=history&revision=${fact.sinceRevision}`} className="text-link">
            revision {fact.sinceRevision}
          </Link>
          ,{" "}
          <Link href={`?view=entry&line=${fact.line}`} className="text-link">
            entry history
          </Link>
        </>
      ),
    },
    { term: "Read", value: fact.read === undefined ? null : formatCount(fact.read, "time") },
    {
      term: "ID",
      value:
        fact.key === undefined ? null : (
          <code className="font-mono">
            <VisibleText text={fact.key} />
          </code>
        ),
    },
  ]
}

/** The entry that agents receive until the conflict is resolved, or because of an override. */
function Outranked({ by }: { by: Outranking }) {
  return (
    <>
      by “<VisibleText text={by.text.length > LONG ? `${by.text.slice(0, LONG)}…` : by.text} />
      ”,{" "}
      <code className="font-mono wrap-anywhere">
        <VisibleText text={by.path} />:{by.line}
      </code>
      {by.conflict === null && ". That entry is marked as an override of this one."}
      {by.conflict !== null && (by.override ? " (override). " : ". ")}
      {by.conflict === null ? null : (
        <Link
          href={`../inbox?item=${by.conflict}&tab=${by.override ? "decided" : "conflicts"}`}
          className="text-link"
        >
          {by.override ? "View override" : "Resolve conflict"}
        </Link>
      )}
    </>
  )
}

const LONG = 160

/** The verification of an entry, with a button to verify it (again). */
function Vouched({
  fact: { vouched },
  today,
  vouch,
  days,
}: {
  fact: EntryFact
  today: string
  vouch: (() => void) | null
  days?: number | undefined
}) {
  const holds = vouched !== undefined && vouched.until >= today
  return (
    <>
      {vouched === undefined ? (
        "not yet"
      ) : (
        <>
          by <VisibleText text={vouched.by} />, {holds ? "valid until" : "expired on"}{" "}
          <time dateTime={vouched.until}>{formatDay(vouched.until)}</time>
        </>
      )}
      {vouch ? (
        <>
          {" "}
          <button type="button" aria-keyshortcuts="V" onClick={vouch} className="text-left text-link">
            Verify {holds ? "again " : ""}for about {days ?? 180} days
          </button>{" "}
          <Kbd hidden>V</Kbd>
        </>
      ) : null}
    </>
  )
}

function Dated({ date, age }: { date: string; age: string | null }) {
  return (
    <>
      <time dateTime={date}>{formatDay(date)}</time>
      {age ? <span className="text-ink-3">, {age}</span> : null}
    </>
  )
}

export interface FactLine {
  readonly term: string
  readonly value: ReactNode
}

/** Facts as terms and values. Facts without a value are skipped. */
export function FactList({ facts }: { facts: readonly FactLine[] }) {
  return (
    <dl className="grid gap-1">
      {facts
        .filter((fact) => fact.value !== null && fact.value !== undefined && fact.value !== "")
        .map((fact) => (
          <div key={fact.term} className="flex gap-2.5">
            <dt className="w-24 shrink-0 text-ink-3">{fact.term}</dt>
            <dd className="min-w-0 wrap-anywhere">{fact.value}</dd>
          </div>
        ))}
    </dl>
  )
}
