"use client"

import { useEffect, useState } from "react"
import { call } from "@/components/data/http-client"
import type { MigrationPreview, TargetLayout } from "./migration-types"

interface Asked {
  readonly team: string
  readonly project: string
  readonly categories: readonly string[]
  readonly to: TargetLayout
}

/**
 * Returns the preview of the current choice. While a newer preview loads, the previous one is returned as
 * `stale`.
 */
export function useMigrationPreview(
  asked: Asked,
  round: number,
): { preview: MigrationPreview | null; stale: boolean; problem: string | null } {
  const [seen, setSeen] = useState<{
    key: string
    preview: MigrationPreview | null
    problem: string | null
  } | null>(null)
  const { team, project, categories, to } = asked
  const key = JSON.stringify([team, project, categories, to, round])
  useEffect(() => {
    if (categories.length === 0) return
    const left = new AbortController()
    const timer = setTimeout(() => {
      call("migration.preview", { team, project, categories, to }, { signal: left.signal }).then(
        (preview) => setSeen({ key, preview, problem: null }),
        (cause: Error) =>
          left.signal.aborted ? undefined : setSeen({ key, preview: null, problem: cause.message }),
      )
    }, PAUSE_MS)
    return () => {
      clearTimeout(timer)
      left.abort()
    }
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the key identifies the choice
  }, [key])
  if (categories.length === 0) return { preview: null, stale: false, problem: null }
  return {
    preview: seen?.preview ?? null,
    stale: seen?.key !== key,
    problem: seen?.key === key ? seen.problem : null,
  }
}

/** Debounce of requests, in milliseconds. */
const PAUSE_MS = 80
