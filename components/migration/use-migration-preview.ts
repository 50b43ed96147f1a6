"use client"

import { callOperation } from "@/components/data/http-client"
import { useRead } from "@/components/data/use-read"
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
  const { team, project, categories, to } = asked
  const { answer, problem, isPending } = useRead(
    categories.length === 0 ? null : JSON.stringify([team, project, categories, to, round]),
    (signal) => callOperation("migration.preview", { team, project, categories, to }, { signal }),
    { pause: PAUSE_MS },
  )
  return { preview: problem === null ? answer : null, stale: isPending, problem }
}

/** Debounce of requests, in milliseconds. */
const PAUSE_MS = 80
