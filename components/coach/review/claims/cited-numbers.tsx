"use client"

import { useId, useState } from "react"
import { CitedEntry } from "./cited-entry"
import type { Citation } from "../review-types"
import { confidenceWords } from "../review-text"

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
