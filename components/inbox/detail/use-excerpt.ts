"use client"

import { ownValue } from "@/lib/memory/text/own-value"
import { useEffect, useState } from "react"
import type { AlertSummary, Excerpt } from "@/components/alerts/alert-types"
import { excerptKey } from "@/components/alerts/alert-text"
import { call } from "@/components/data/http-client"

interface Answer {
  excerpt: Excerpt | null
  /** Why the excerpt could not be loaded, or null. */
  problem: string | null
}

/** Returns the lines of the alert and prefetches those of the next. `known`: excerpts from the server. */
export function useExcerpt(
  team: string,
  alert: AlertSummary | null,
  next: AlertSummary | null,
  known: Readonly<Record<string, Excerpt>>,
): Answer {
  const [answers, setAnswers] = useState<Readonly<Record<string, Answer>>>(() =>
    Object.fromEntries(Object.entries(known).map(([id, excerpt]) => [id, { excerpt, problem: null }])),
  )
  const [missing] = [alert, next].filter(
    (one) => one !== null && one.file !== null && ownValue(answers, excerptKey(one)) === undefined,
  )
  useEffect(() => {
    if (!missing?.file) return
    const abort = new AbortController()
    const { file, line } = missing
    const key = excerptKey(missing)
    call(
      "file.excerpt",
      { file, team, ...(line === null ? {} : { line: String(line) }) },
      { signal: abort.signal },
    )
      .then((excerpt): Answer => ({ excerpt, problem: null }))
      .catch((cause: Error): Answer => ({ excerpt: null, problem: cause.message }))
      .then((answer) =>
        abort.signal.aborted ? undefined : setAnswers((before) => ({ ...before, [key]: answer })),
      )
    return () => abort.abort()
  }, [team, missing])
  return (alert && ownValue(answers, excerptKey(alert))) ?? { excerpt: null, problem: null }
}
