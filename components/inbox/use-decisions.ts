"use client"

import { type Dispatch, type RefObject, useCallback, useEffect, useRef, useState } from "react"
import { headlineOf } from "@/components/proposal/words"
import type { DecisionOutcome, ProposalDetail, ProposalSummary } from "@/components/proposal/shapes"
import { askServer, Refused } from "@/components/source/ask"
import { allRefused, type Decision, doneWords, refusedWords, sendDecision, sendUndo } from "./decision"
import type { DetailShelf } from "./detail-shelf"
import { itemOfProposal } from "./item"
import type { Posted } from "./outbox"
import type { Move, Queue } from "./queue"
import { sayProblemHere } from "./say-here"
import { decidedHere, outbox } from "./the-outbox"
import type { Counts } from "./use-counts"
import { forgetDrafts } from "./use-drafts"
import { drop, pass, push, UNDO_MS, type Undoable } from "./undo-stack"

interface Undone extends Undoable {
  readonly proposals: readonly ProposalSummary[]
  readonly decision: Decision
  readonly posted: Posted<readonly DecisionOutcome[]>
  /** Those that came back: there is nothing to undo of them. */
  readonly refused: Set<string>
}

/** What became of each of several. */
export interface Report {
  readonly number: number
  readonly words: string
  readonly waiting: boolean
  readonly outcomes: readonly { readonly id: string; readonly headline: string; readonly ok: boolean; readonly words: string }[]
}

interface Setting {
  readonly team: string
  readonly queue: RefObject<Queue>
  readonly move: Dispatch<Move>
  readonly shelf: DetailShelf
  readonly onCount: (change: Partial<Counts>) => void
  /** Says something to those who do not see the list. */
  readonly announce: (words: string) => void
}

let numbered = 0

/** Decisions take effect on the page at once and are sent behind it. What is refused comes back; for a while, all can be undone. */
export function useDecisions({ queue, move, shelf, onCount, announce }: Setting) {
  const [stack, setStack] = useState<readonly Undone[]>([])
  const [report, setReport] = useState<Report | null>(null)
  const [rebased] = useState(() => new Map<string, ProposalDetail>())
  const here = useRef(true)
  useEffect(() => {
    here.current = true
    return () => void (here.current = false)
  }, [])
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => (outbox.wouldLose() ? event.preventDefault() : undefined)
    window.addEventListener("beforeunload", warn)
    return () => window.removeEventListener("beforeunload", warn)
  }, [])

  /** The outcomes of those that were left out from the beginning are told with the others. */
  const decide = useCallback(
    (proposals: readonly ProposalSummary[], decision: Decision, { shown, leftOut = [] }: { shown?: string; leftOut?: Report["outcomes"] } = {}) => {
      const number = (numbered += 1)
      const ids = proposals.map((one) => one.id)
      const words = doneWords(proposals, decision)
      const refused = new Set<string>()
      const many = proposals.length + leftOut.length > 1
      move({ do: "leave", ids })
      if (decision.verdict !== "snooze") forgetDrafts(ids)
      for (const id of ids) decidedHere.add(id)
      count(proposals, decision, 1, onCount)
      announce(words)
      if (many) setReport({ number, words: `Deciding ${proposals.length.toLocaleString("en")}…`, waiting: true, outcomes: [] })

      const posted = outbox.post({
        lanes: lanesOf(proposals),
        ids,
        send: (key) => sendDecision(proposals.map((one) => ({ id: one.id, shown: rebased.get(one.id)?.shown ?? shown ?? one.shown })), decision, key),
      })
      setStack((before) => push(before, { number, words, msLeft: UNDO_MS, waits: many, proposals, decision, posted, refused }))
      const settle = (outcomes: readonly DecisionOutcome[]) => {
        const failed = outcomes.filter((one) => !one.ok)
        for (const { id } of failed) {
          refused.add(id)
          decidedHere.delete(id)
        }
        const touched = new Set(lanesOf(proposals))
        shelf.age((detail) => touched.has(itemOfProposal(detail).group))
        if (failed.length > 0) {
          const back = proposals.filter((one) => refused.has(one.id))
          count(back, decision, -1, onCount)
          move({ do: "refuse", refusals: failed.map((one) => ({ id: one.id, words: refusedWords(one) })) })
          if (!many) announce(`It came back: ${failed.map(refusedWords).join(" ")}`)
          if (!here.current) void sayProblemHere(`${words}: ${failed.length === 1 ? failed.map(refusedWords).join(" ") : `${failed.length} were refused and wait in the inbox again`}`)
        }
        if (refused.size === proposals.length) setStack((before) => drop(before, number))
        if (many) setStack((before) => before.map((one) => (one.number === number ? { ...one, waits: false } : one)))
        if (many) setReport((before) => (before?.number === number ? reportOf(number, proposals, decision, outcomes, leftOut) : before))
        const { current, items } = queue.current
        shelf.want([current, ...failed.map((one) => one.id)].filter((id): id is string => id !== null && items.some((item) => item.id === id && item.kind === "proposal")))
      }
      posted.answer.then(settle, (cause: unknown) => settle(allRefused(ids, cause)))
    },
    [move, onCount, announce, rebased, shelf, queue],
  )

  const undo = useCallback(
    (number?: number) => {
      const one = number === undefined ? stack[0] : stack.find((some) => some.number === number)
      if (!one) return false
      setStack((before) => drop(before, one.number))
      const back = one.proposals.filter((proposal) => !one.refused.has(proposal.id))
      const ids = back.map((proposal) => proposal.id)
      move({ do: "return", proposals: back })
      for (const id of ids) decidedHere.delete(id)
      count(back, one.decision, -1, onCount)
      announce(`Undone: ${one.words}`)
      setReport((before) => (before?.number === one.number ? null : before))
      if (one.posted.cancel()) return true
      const posted = outbox.post({
        lanes: lanesOf(one.proposals),
        ids,
        // Whether it was refused is known only when its turn comes.
        send: (key) => sendUndo(ids.filter((id) => !one.refused.has(id)), one.decision.verdict, key),
      })
      const settle = (outcomes: readonly DecisionOutcome[]) => {
        const failed = outcomes.filter((some) => !some.ok)
        const touched = new Set(lanesOf(one.proposals))
        shelf.age((detail) => touched.has(itemOfProposal(detail).group))
        const { current } = queue.current
        if (current !== null && ids.includes(current)) shelf.want([current])
        if (failed.length === 0) return
        const gone = back.filter((proposal) => failed.some((some) => some.id === proposal.id))
        move({ do: "leave", ids: gone.map((proposal) => proposal.id) })
        for (const { id } of gone) decidedHere.add(id)
        count(gone, one.decision, 1, onCount)
        void sayProblemHere(`It could not be undone: ${failed.length === 1 ? failed.map(refusedWords).join(" ") : `${failed.length} of ${ids.length} stay decided. ${failed.slice(0, 1).map(refusedWords).join(" ")}`}`)
      }
      posted.answer.then(settle, (cause: unknown) => settle(allRefused(ids, cause)))
      return true
    },
    [stack, move, onCount, announce, shelf, queue],
  )

  /** Against the entry as it reads now. A decision on it waits its turn, and carries what came of this. */
  const rebase = useCallback(
    (proposal: ProposalSummary, seen: ProposalDetail | null) => {
      announce("Rebasing it onto the entry as it reads now")
      const posted = outbox.post({
        lanes: lanesOf([proposal]),
        ids: [],
        send: (key) => askServer<ProposalDetail>(`/proposals/${proposal.id}/rebase`, { method: "POST", key, body: {} }),
      })
      posted.answer.then(
        (detail) => {
          // Only what one has seen can have been decided on meanwhile.
          if (seen?.rebase && detail.kind === "edit" && detail.fullText === seen.rebase.merged) rebased.set(proposal.id, detail)
          shelf.put(detail)
          move({ do: "update", proposal: detail })
          announce("Rebased: it applies to the entry as it reads now")
        },
        (cause: Error) => {
          void sayProblemHere(`It could not be rebased: ${cause.message}`)
          if (cause instanceof Refused) shelf.age((detail) => detail.id === proposal.id)
          shelf.want([proposal.id])
        },
      )
    },
    [announce, move, rebased, shelf],
  )

  const passTime = useCallback((ms: number) => setStack((before) => pass(before, ms)), [])
  const closeReport = useCallback(() => setReport(null), [])
  return { decide, undo, rebase, stack, passTime, report, closeReport }
}

const lanesOf = (proposals: readonly ProposalSummary[]): string[] => [...new Set(proposals.map((one) => itemOfProposal(one).group))]

/** What the decisions mean for the figures; `sign` −1 takes them back. */
function count(proposals: readonly ProposalSummary[], decision: Decision, sign: 1 | -1, onCount: Setting["onCount"]): void {
  const snoozed = proposals.filter((one) => one.snoozedUntil !== null).length
  const awake = proposals.length - snoozed
  if (decision.verdict === "snooze") onCount({ proposals: sign * (decision.until === null ? snoozed : -awake), snoozed: sign * (decision.until === null ? -snoozed : awake) })
  else onCount({ proposals: -sign * awake, snoozed: -sign * snoozed })
}

const VERBS: Record<Decision["verdict"], string> = { approve: "approved", edit: "approved", merge: "merged", reject: "rejected", withdraw: "withdrawn", snooze: "snoozed" }

function reportOf(number: number, proposals: readonly ProposalSummary[], decision: Decision, outcomes: readonly DecisionOutcome[], leftOut: Report["outcomes"]): Report {
  const byId = new Map(proposals.map((one) => [one.id, one]))
  const told = outcomes.map((one) => {
    const proposal = byId.get(one.id)
    return { id: one.id, headline: proposal ? headlineOf(proposal) : "", ok: one.ok, words: one.ok ? okWords(decision, one) : refusedWords(one) }
  })
  const ok = told.filter((one) => one.ok).length
  const revisions = new Set(outcomes.flatMap((one) => (one.revision === null ? [] : [`${byId.get(one.id)?.path} ${one.revision}`]))).size
  const parts = [
    `${ok.toLocaleString("en")} ${VERBS[decision.verdict]}${revisions > 0 ? ` as ${revisions} ${revisions === 1 ? "revision" : "revisions"}` : ""}`,
    ...(told.length > ok ? [`${(told.length - ok).toLocaleString("en")} refused`] : []),
    ...(leftOut.length > 0 ? [`${leftOut.length.toLocaleString("en")} left out`] : []),
  ]
  return { number, words: parts.join(", "), waiting: false, outcomes: [...told.filter((one) => !one.ok), ...leftOut, ...told.filter((one) => one.ok)] }
}

function okWords(decision: Decision, { state, revision }: DecisionOutcome): string {
  if (decision.verdict === "approve" && state === "waiting") return "Approved by you; one more approval is needed"
  const verb = VERBS[decision.verdict]
  return `${verb.charAt(0).toUpperCase()}${verb.slice(1)}${revision === null ? "" : `, revision ${revision}`}`
}
