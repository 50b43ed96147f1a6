"use client"

import { useRouter } from "next/navigation"
import { useEffect, useState } from "react"
import { callOperation } from "@/components/data/http-client"
import { isUnderWay } from "./listed-runs"
import type { CoachRun } from "./coach-run-types"

const EVERY_MS = 2_000

/**
 * Returns the current runs, polled every two seconds while one is in progress and the page is visible. When a
 * run ends, the page is refreshed so that its result is listed. `problem`: reason why the last poll failed,
 * or null. After a failed poll, runs may still be in progress.
 */
export function useRuns(
  initial: readonly CoachRun[],
  { team, project }: { team: string; project: string | null },
): { runs: readonly CoachRun[]; problem: string | null } {
  const router = useRouter()
  const [seen, setSeen] = useState(initial)
  const [runs, setRuns] = useState(initial)
  const [problem, setProblem] = useState<string | null>(null)
  if (seen !== initial) {
    setSeen(initial)
    setRuns(initial)
  }
  const busy = runs.some(isUnderWay)
  useEffect(() => {
    if (!busy) return
    const abort = new AbortController()
    const before = new Set(runs.filter(isUnderWay).map(({ id }) => id))
    const look = async () => {
      if (document.hidden) return
      const answer = await callOperation(
        "coach-run.list",
        { team, ...(project === null ? {} : { project }) },
        { signal: abort.signal },
      ).catch((cause: Error) => cause)
      if (abort.signal.aborted) return
      if (answer instanceof Error) return setProblem(answer.message)
      setProblem(null)
      setRuns(answer.runs)
      if (answer.runs.some((run) => before.has(run.id) && !isUnderWay(run))) router.refresh()
    }
    const timer = setInterval(() => void look(), EVERY_MS)
    const onSight = () => void look()
    document.addEventListener("visibilitychange", onSight)
    return () => {
      abort.abort()
      clearInterval(timer)
      document.removeEventListener("visibilitychange", onSight)
    }
  }, [busy, runs, team, project, router])
  return { runs, problem }
}
