"use client"

import { useRouter } from "next/navigation"
import { useEffect, useMemo, useState } from "react"
import { askServer } from "@/components/data/http-client"
import { newKey } from "@/components/data/new-key"
import { say, sayProblem } from "@/components/data/announce"
import {
  AS_IT_CAME,
  type GroupChoice,
  type ConsolidatedResult,
  type Consolidation,
  consolidationGroups,
  toApprove,
} from "./consolidation"
import type { DecisionOutcome } from "../proposal-types"
import { refusalWords } from "../proposal-text"

/** Debounce of preview requests. */
const PAUSE_MS = 200

/** Returns the selection, its preview and the approve action. */
export function useConsolidation(team: string, { category, files }: Consolidation) {
  const router = useRouter()
  const [choice, setChoice] = useState<GroupChoice>(AS_IT_CAME)
  const [answer, setAnswer] = useState<{
    to: string
    results: ReadonlyMap<string, ConsolidatedResult>
    problem: string | null
  }>({ to: "", results: new Map(), problem: null })
  const [sending, setSending] = useState(false)
  const [refused, setRefused] = useState<readonly DecisionOutcome[]>([])
  const groups = useMemo(() => files.map((file) => consolidationGroups(file, choice)), [files, choice])
  const path = `/categories/${encodeURIComponent(category.slug)}/consolidation`
  const leading = groups
    .flat()
    .filter((group) => group.chosen)
    .map((group) => group.lead.id)
  const first = files
    .flatMap((file) => file.groups.filter((group) => group.chosen).map((group) => group.lead.id))
    .join()
  // The preview from the server is for the default selection.
  const asked = leading.join() === first ? "" : leading.join()
  useEffect(() => {
    if (asked === "" || asked === answer.to) return
    const abort = new AbortController()
    const timer = setTimeout(() => {
      askServer<{ files: { path: string; project: string; result: ConsolidatedResult }[] }>(
        `${path}/preview`,
        { method: "POST", body: { team, proposals: asked.split(",") }, signal: abort.signal },
      )
        .then((reply) => ({
          to: asked,
          results: new Map(reply.files.map((file) => [`${file.project}/${file.path}`, file.result])),
          problem: null,
        }))
        .catch((cause: Error) => ({
          to: asked,
          results: new Map<string, ConsolidatedResult>(),
          problem: cause.message,
        }))
        .then((next) => (abort.signal.aborted ? undefined : setAnswer(next)))
    }, PAUSE_MS)
    return () => {
      clearTimeout(timer)
      abort.abort()
    }
  }, [asked, answer.to, path, team])

  const results = files.map((file, place) => {
    if (asked === "") return groups[place]?.some((group) => group.chosen) ? file.result : null
    return groups[place]?.some((group) => group.chosen)
      ? (answer.results.get(`${file.project.slug}/${file.path}`) ?? null)
      : null
  })
  const undo = async (ids: readonly string[]) => {
    try {
      await askServer("/reviews/undo", { method: "POST", body: { proposals: ids }, key: newKey() })
      await say("Approval undone")
    } catch (cause) {
      await sayProblem(`Undo failed: ${(cause as Error).message}`)
    }
    router.refresh()
  }
  const approve = async () => {
    const body = { team, groups: toApprove(groups.flat()) }
    if (sending || body.groups.length === 0) return
    setSending(true)
    try {
      const { outcomes, revisions } = await askServer<{ outcomes: DecisionOutcome[]; revisions: number }>(
        path,
        { method: "POST", body, key: newKey() },
      )
      const done = outcomes.filter((one) => one.ok)
      const folded = done.filter((one) => one.state === "merged").length
      setRefused(outcomes.filter((one) => !one.ok))
      setChoice(AS_IT_CAME)
      if (done.length > 0) {
        const words = `Approved ${done.length - folded} as ${revisions === 1 ? "one revision" : `${revisions} revisions`}${folded > 0 ? `, merged ${folded === 1 ? "1 duplicate" : `${folded} duplicates`}` : ""}`
        await say(words, { action: { label: "Undo", onClick: () => void undo(done.map((one) => one.id)) } })
      }
      router.refresh()
    } catch (cause) {
      await sayProblem(`Nothing was approved: ${(cause as Error).message}`)
    } finally {
      setSending(false)
    }
  }
  return {
    groups,
    results,
    /** True while the preview is outdated. */
    pending: asked !== "" && asked !== answer.to,
    problem: asked === answer.to ? answer.problem : null,
    sending,
    refused: refused.map((one) => ({ id: one.id, words: refusalWords(one.refused) })),
    approve,
    choose: (key: string) => setChoice((before) => ({ ...before, turned: toggled(before.turned, key) })),
    lead: (key: string, id: string) =>
      setChoice((before) => ({ ...before, leads: { ...before.leads, [key]: id } })),
  }
}

function toggled(from: ReadonlySet<string>, key: string): ReadonlySet<string> {
  const next = new Set(from)
  if (!next.delete(key)) next.add(key)
  return next
}
