"use client"

import { ownValue } from "@/lib/memory/text/own-value"
import { useRef, useState } from "react"
import { useDraftFields } from "@/components/queue/drafts"
import { VisibleText } from "@/components/text/visible-text"
import { diffWords } from "@/components/text/diff-lines"
import { Pieces } from "@/components/text/differing-words"
import { Field, Textarea } from "@/components/ui/field"
import { Kbd } from "@/components/ui/kbd"
import { LONGEST_STATEMENT } from "@/lib/memory/proposals/proposal-kinds"
import {
  NotPossible,
  PanelButtons,
  rowsOf,
  type WordingPanelProps,
  PreviewPart,
  useProposalPreview,
} from "./edit-panel"
import { PanelForm } from "../../queue/panel-form"
import type { ProposalPreview, Finding } from "../proposal-types"
import { shortPath } from "@/lib/memory/memory-files/paths"

/** Panel for merging a proposal into a similar entry. */
export function MergePanel({
  detail,
  mergeWith,
  onPreview,
  onDecide,
  onLeave,
  deciding,
}: WordingPanelProps & { mergeWith: string | null }) {
  const candidates = mergeCandidates(detail.findings, mergeWith)
  const [typed, type] = useDraftFields()
  const [chosen, setChosen] = useState(typed.into ?? candidates[0]?.id ?? null)
  const choices = useRef<HTMLFieldSetElement>(null)
  const into = candidates.find((one) => one.id === chosen) ?? null
  const draft = into ? (ownValue(typed, into.id) ?? mergedDraft(into.text, detail.fullText, into.same)) : ""
  const isEmpty = draft.trim() === ""
  const { preview, problem, pending } = useProposalPreview(askFor(into, draft), onPreview)
  if (into === null) {
    return (
      <NotPossible title="Merge" onLeave={onLeave}>
        There are no similar entries to merge into. Approve or edit the proposal.
      </NotPossible>
    )
  }
  const isBlocked = isEmpty || deciding === true
  const decide = () => {
    if (!isBlocked)
      onDecide({ verdict: "merge", entry: into.id, before: into.text, text: draft, shown: detail.shown })
  }
  const choose = (place: number) => {
    setChosen(candidates[place]?.id ?? null)
    choices.current?.querySelectorAll("input")[place]?.focus()
  }
  const keys = candidates.map((one, place) => ({
    keys: String(place + 1),
    does: `Merge into ${shortPath(one.path)}:${one.line}`,
    run: () => choose(place),
  }))
  return (
    <PanelForm title="Merge into an entry" keys={keys} onSubmit={decide} onLeave={onLeave}>
      <fieldset ref={choices} className="grid gap-1">
        <legend className="sr-only">Merge into</legend>
        {candidates.map((one, place) => (
          <Candidate
            key={one.id}
            candidate={one}
            number={place + 1}
            chosen={one.id === chosen}
            first={place === 0}
            onChoose={() => setChosen(one.id)}
          />
        ))}
      </fieldset>
      <Both entry={into.text} proposed={detail.fullText} />
      <Field label="Merged text" required error={isEmpty ? "Enter text" : undefined}>
        {(control) => (
          <Textarea
            {...control}
            rows={rowsOf(draft)}
            maxLength={LONGEST_STATEMENT}
            value={draft}
            onChange={(event) => type({ into: into.id, [into.id]: event.target.value })}
            className="font-mono"
          />
        )}
      </Field>
      <PreviewPart draft={draft} preview={preview} problem={problem} pending={pending} before={null} />
      <PanelButtons
        words={`Merge into line ${into.line}`}
        disabled={isBlocked || (!pending && hasHindrance(preview))}
        onLeave={onLeave}
      />
    </PanelForm>
  )
}

/** Returns the request for the preview; null without a candidate or a text. */
const askFor = (into: MergeCandidate | null, draft: string) =>
  into && draft.trim() !== "" ? { merge: into.id, text: draft } : null

const hasHindrance = (preview: ProposalPreview | null): boolean => Boolean(preview?.hindrance)

interface CandidateProps {
  candidate: MergeCandidate
  number: number
  chosen: boolean
  first: boolean
  onChoose: () => void
}

function Candidate({ candidate, number, chosen, first, onChoose }: CandidateProps) {
  return (
    <label
      className={`flex cursor-pointer items-start gap-2 rounded-md border px-2.5 py-1.5 ${chosen ? "border-accent bg-accent-wash" : "border-line hover:bg-raised"}`}
    >
      <input
        type="radio"
        name="merge-into"
        data-first={first || undefined}
        checked={chosen}
        onChange={onChoose}
        className="mt-0.75 size-3.5 shrink-0 accent-accent"
      />
      <span className="min-w-0 flex-1 wrap-anywhere">
        <VisibleText text={candidate.text} />
        <span className="block text-sm text-ink-2">
          {candidate.agent ? `${candidate.agent}, ` : ""}
          {shortPath(candidate.path)}:{candidate.line}
          {candidate.score === null ? "" : `, ${percentOf(candidate.score)}`}
        </span>
      </span>
      <Kbd hidden>{number}</Kbd>
    </label>
  )
}

function Both({ entry, proposed }: { entry: string; proposed: string }) {
  const { cut, add } = diffWords(entry, proposed)
  return (
    <dl className="grid gap-x-4 gap-y-2 sm:grid-cols-2">
      {[
        { name: "Entry", pieces: cut, as: "cut" as const },
        { name: "Proposal", pieces: add, as: "add" as const },
      ].map(({ name, pieces, as }) => (
        <div key={name} className="min-w-0">
          <dt className="text-ink-2">{name}</dt>
          <dd className="wrap-anywhere whitespace-pre-wrap">
            <Pieces pieces={pieces} as={as} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

type MergeCandidate = NonNullable<Finding["entry"]> & {
  readonly score: number | null
  /** True if the entry is an exact or near duplicate of the proposal. */
  readonly same: boolean
}

/** Maximum number of candidates: one for each digit key. */
const MOST = 9

/**
 * Returns the entries that a proposal can be merged into: `preferred` first, then the most similar. At most
 * nine.
 */
export function mergeCandidates(findings: readonly Finding[], preferred: string | null): MergeCandidate[] {
  const found = new Map<string, MergeCandidate>()
  for (const { entry, score, kind } of findings)
    if (entry && !found.has(entry.id))
      found.set(entry.id, { ...entry, score, same: kind === "duplicate" || kind === "near-duplicate" })
  const listed = [...found.values()].toSorted((a, b) => (b.score ?? 0) - (a.score ?? 0))
  const first = listed.filter((one) => one.id === preferred)
  return [...first, ...listed.filter((one) => one.id !== preferred)].slice(0, MOST)
}

/**
 * Returns a draft of the merged text: the longer text if one contains nearly all words of the other, else
 * both.
 */
export function mergedDraft(entry: string, proposed: string, same = false): string {
  const [old, fresh] = [entry.trim(), proposed.trim()]
  if (same) return fresh.length > old.length ? fresh : old
  const [oldWords, freshWords] = [wordsOf(old), wordsOf(fresh)]
  if (isWithin(freshWords, oldWords)) return old
  if (isWithin(oldWords, freshWords)) return fresh
  const end = /[.!?…。！？]$/.test(old) ? old : `${old.replace(/[,;:]$/, "")}.`
  return `${end} ${fresh}`
}

const wordsOf = (text: string) => new Set(text.toLowerCase().match(/[\p{L}\p{N}]+/gu))

/**
 * The share of the shorter text’s words that the longer one may lack. Allows for differing function words.
 */
const MISSING = 0.3

const isWithin = (small: ReadonlySet<string>, large: ReadonlySet<string>) =>
  small.size <= large.size && [...small].filter((word) => !large.has(word)).length <= small.size * MISSING

function percentOf(score: number): string {
  return `${Math.round(score * 100)}%`
}
