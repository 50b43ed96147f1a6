"use client"

import { useCallback, useEffect, useState } from "react"
import { callOperation } from "../../data/http-client"
import type { ImportRun } from "../import-statuses"
import { timeLeft } from "../upload/time-left"

interface LiveRun {
  run: ImportRun
  /** The remaining time, such as "about 8 s left", or null. */
  left: string | null
  /** Reason why the last poll failed, or null. The import itself may continue. */
  problem: string | null
  set: (run: ImportRun) => void
  refresh: () => Promise<void>
}

const EVERY_MS = 1_000

/** Returns the current run. Polls each second while it runs and the page is visible. */
export function useRun(initial: ImportRun): LiveRun {
  const [run, set] = useState(initial)
  const [problem, setProblem] = useState<string | null>(null)
  const [left, setLeft] = useState<string | null>(null)
  const { team, run: id } = initial
  const refresh = useCallback(async () => {
    const answer = await callOperation("import.show", { run: id, team }).catch((cause: Error) => cause)
    if (answer instanceof Error) return setProblem(answer.message)
    setLeft(
      timeLeft(
        answer.stored.files,
        answer.files.new + answer.files.changed,
        Date.now() - Date.parse(answer.startedAt ?? answer.createdAt),
      ),
    )
    setProblem(null)
    set(answer)
  }, [team, id])

  useEffect(() => {
    if (run.state !== "running") return
    const look = () => (document.hidden ? undefined : void refresh())
    const timer = setInterval(look, EVERY_MS)
    document.addEventListener("visibilitychange", look)
    return () => {
      clearInterval(timer)
      document.removeEventListener("visibilitychange", look)
    }
  }, [run.state, refresh])
  return { run, left, problem, set, refresh }
}
