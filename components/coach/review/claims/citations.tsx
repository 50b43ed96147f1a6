"use client"

import { memo, useId, useState } from "react"
import { formatDay } from "@/components/data/time-text"
import { Link } from "@/components/ui/link"
import { differingWords, Pieces } from "@/components/text/differing-words"
import { filePath } from "@/components/data/addresses"
import { VisibleText } from "@/components/text/visible-text"
import { UntrustedText } from "@/components/text/untrusted-text"
import { Tag } from "@/components/ui/tag"
import { type Citation, citationWords, confidenceWords } from "../synthesis-types"

/** The entries that a claim cites, as they are now. */
export const CitedList = memo(function CitedList({
  team,
  citations,
}: {
  team: string
  citations: readonly Citation[]
}) {
  return (
    <section aria-label="Cited entries">
      <h2 className="mb-2.5">
        Based on <span className="font-normal text-ink-2">{citationWords(citations)}</span>
      </h2>
      <ol className="grid gap-4">
        {citations.map((cited, place) => (
          <li key={cited.entry} className="border-t border-line pt-3">
            <CitedEntry team={team} cited={cited} number={place + 1} />
          </li>
        ))}
      </ol>
    </section>
  )
})

interface CitedNumbersProps {
  team: string
  confidence: number
  /** The cited entries with their numbers in the whole text. */
  citations: readonly { readonly number: number; readonly cited: Citation }[]
}

const MOST = 12

const MARK = {
  same: "border-line text-ink-2",
  changed: "border-transparent bg-caution-wash text-caution",
  gone: "border-transparent bg-danger-wash text-danger line-through",
}
const SAID = { same: "", changed: ", changed since", gone: ", removed" }

/** The cited entries of a claim, by number; each opens in place. */
export function CitedNumbers({ team, confidence, citations }: CitedNumbersProps) {
  const [open, setOpen] = useState<readonly number[]>([])
  const [all, setAll] = useState(false)
  const id = useId()
  const listed = all ? citations : citations.slice(0, MOST)
  const toggle = (number: number) =>
    setOpen(open.includes(number) ? open.filter((one) => one !== number) : [...open, number])
  return (
    <div className="mt-1.5 print:hidden">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="text-sm text-ink-3 tabular-nums">Confidence: {confidenceWords(confidence)}</span>
        <ul aria-label="Cited entries" className="flex flex-wrap gap-1">
          {listed.map(({ number, cited }) => (
            <li key={number}>
              <button
                type="button"
                aria-expanded={open.includes(number)}
                aria-controls={`${id}-${number}`}
                aria-label={`Entry ${number}, ${cited.agent ?? "shared memory"}${SAID[cited.stands]}`}
                onClick={() => toggle(number)}
                className={`h-6 min-w-6 rounded-md border px-1.5 text-sm tabular-nums hover:bg-raised aria-expanded:border-accent aria-expanded:text-accent ${MARK[cited.stands]}`}
              >
                {number}
              </button>
            </li>
          ))}
          {listed.length < citations.length ? (
            <li>
              <button
                type="button"
                onClick={() => setAll(true)}
                className="h-6 rounded-md px-1.5 text-sm text-ink-2 hover:bg-raised"
              >
                and {citations.length - listed.length} more
              </button>
            </li>
          ) : null}
        </ul>
      </div>
      {citations
        .filter(({ number }) => open.includes(number))
        .map(({ number, cited }) => (
          <div key={number} id={`${id}-${number}`} className="mt-2 border-l-2 border-line pl-3">
            <CitedEntry team={team} cited={cited} number={number} />
          </div>
        ))}
    </div>
  )
}

interface CitedEntryProps {
  team: string
  cited: Citation
  /** The number of the citation in the text. */
  number: number
}

/** A cited entry as it is now: its agent, its place, and what changed since it was cited. */
function CitedEntry({ team, cited, number }: CitedEntryProps) {
  const { agent, section, date, stands, text } = cited
  const undatedNote = stands === "gone" ? "" : "undated"
  return (
    <article
      className="grid gap-1.5"
      style={{ contentVisibility: "auto", containIntrinsicBlockSize: "auto 90px" }}
    >
      <header className="flex flex-wrap items-baseline gap-x-2 gap-y-0.5">
        <span className="text-ink-3 tabular-nums">{number}</span>
        <b>
          {agent === null ? (
            <>{stands === "gone" ? "No longer stored" : "Shared memory"}</>
          ) : (
            <VisibleText text={agent} />
          )}
        </b>
        {stands === "changed" ? <Tag tone="caution">changed since it was cited</Tag> : null}
        {stands === "gone" ? <Tag tone="danger">removed</Tag> : null}
        <span className="ml-auto text-sm text-ink-3 tabular-nums">
          {date === null ? undatedNote : formatDay(date)}
        </span>
      </header>
      {stands === "changed" ? (
        <ThenNow cited={cited} />
      ) : (
        <p className={stands === "gone" ? "text-ink-3 line-through" : ""}>
          <UntrustedText text={text} />
        </p>
      )}
      <p className="flex flex-wrap gap-x-2.5 text-sm text-ink-2">
        <CitedPlace team={team} cited={cited} />
        {section === null ? null : (
          <span>
            <VisibleText text={section} />
          </span>
        )}
      </p>
    </article>
  )
}

/** A link "path:line" to the cited line; plain text if the entry was removed. */
export function CitedPlace({
  team,
  cited: { file, path, line, lineNow, stands },
}: {
  team: string
  cited: Citation
}) {
  const at = lineNow ?? line
  const words = (
    <code className="font-mono wrap-anywhere">
      <VisibleText text={path} />:{at}
    </code>
  )
  if (stands === "gone") return <span className="text-ink-3">{words}</span>
  return (
    <Link href={filePath(team, file, at)} data-cited className="text-link">
      {words}
    </Link>
  )
}

function ThenNow({ cited: { text, now } }: { cited: Citation }) {
  const { before, after } = differingWords(text, now ?? text)
  return (
    <dl className="grid gap-1.5">
      <div className="flex gap-2.5">
        <dt className="w-9 shrink-0 text-ink-3">Then</dt>
        <dd className="min-w-0 flex-1 wrap-anywhere whitespace-pre-wrap">
          <Pieces pieces={before} as="cut" />
        </dd>
      </div>
      <div className="flex gap-2.5">
        <dt className="w-9 shrink-0 text-ink-3">Now</dt>
        <dd className="min-w-0 flex-1 wrap-anywhere whitespace-pre-wrap">
          <Pieces pieces={after} as="add" />
        </dd>
      </div>
    </dl>
  )
}
