"use client"

import { useEffect, useState } from "react"
import { askServer } from "@/components/source/ask"
import type { Excerpt, Finding } from "./finding"

interface Answer {
  excerpt: Excerpt | null
  /** Why there is none, for people. */
  problem: string | null
}

/** The lines of the finding, and of the next one before one gets there. `known` came with the page. */
export function useExcerpt(team: string, finding: Finding | null, next: Finding | null, known: Readonly<Record<string, Excerpt>>): Answer {
  const [answers, setAnswers] = useState<Readonly<Record<string, Answer>>>(() => Object.fromEntries(Object.entries(known).map(([id, excerpt]) => [id, { excerpt, problem: null }])))
  const [missing] = [finding, next].filter((one) => one !== null && one.fileId !== null && answers[one.id] === undefined)
  useEffect(() => {
    if (!missing?.fileId) return
    const abort = new AbortController()
    const { id, fileId, line } = missing
    askServer<Excerpt>(`/files/${fileId}/excerpt`, { query: { team, ...(line === null ? {} : { line: String(line) }) }, signal: abort.signal })
      .then((excerpt): Answer => ({ excerpt, problem: null }))
      .catch((cause: Error): Answer => ({ excerpt: null, problem: cause.message }))
      .then((answer) => (abort.signal.aborted ? undefined : setAnswers((before) => ({ ...before, [id]: answer }))))
    return () => abort.abort()
  }, [team, missing])
  return (finding && answers[finding.id]) ?? { excerpt: null, problem: null }
}
