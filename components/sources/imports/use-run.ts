"use client"

import { useCallback, useEffect, useState } from "react"
import { useRouter } from "next/navigation"
import type { FormatId } from "@/lib/memory/memory-files/format"
import { showToast } from "@/components/data/show-toast"
import { formatCount } from "@/lib/memory/text/sentence"
import { callOperation } from "../../data/http-client"
import type { ImportRun } from "../import-types"
import { timeLeft, listPortions } from "../upload/upload"
import type { FilePlacement } from "./placement-dialog"

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

function takenWords(taken: number, waiting: number): string {
  const later = `${formatCount(waiting, "file")} will be included when you import this source again`
  if (taken === 0) return waiting === 0 ? "No files were added" : later
  return waiting === 0
    ? `Added ${formatCount(taken, "file")}`
    : `Added ${formatCount(taken, "file")}. ${later}`
}

export type PlacementChange = FilePlacement & { leaveOut?: boolean }

function placedWords(placed: number, { leaveOut }: PlacementChange): string {
  const files = formatCount(placed, "file")
  return leaveOut ? `Left out ${files}` : `Changed placement of ${files}`
}

function mappedWords(files: number, to: string): string {
  return `${to === "none" ? "Left out" : "Set the team for"} ${formatCount(files, "file")}`
}

interface RunActions {
  busy: boolean
  /** Error of the last action, or null. */
  problem: string | null
  start: () => void
  cancel: () => void
  place: (paths: readonly string[], change: PlacementChange) => void
  /** Assigns the files of a team id to a team, or leaves them out if `to` is `none`. */
  mapTeamId: (id: string, to: string) => void
  /** Imports ignored files with a format. */
  take: (paths: readonly string[], format: string) => void
}

/** Returns the actions on an import. `onPlaced` is called when the list has changed. */
export function useRunActions(
  { run, set, refresh }: { run: ImportRun; set: (run: ImportRun) => void; refresh: () => Promise<void> },
  onPlaced: () => void,
): RunActions {
  const router = useRouter()
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const { team, run: id } = run
  const doing = async (work: () => Promise<void>) => {
    setBusy(true)
    setProblem(null)
    await work().catch(async (cause: Error) => {
      setProblem(`${cause.message}.`)
      await refresh()
    })
    setBusy(false)
  }
  /** Changes the planned import, reloads it and shows the message that `change` returns. */
  const changing = (change: () => Promise<string>) =>
    void doing(async () => {
      const message = await change()
      await refresh()
      onPlaced()
      void showToast(message)
    })
  return {
    busy,
    problem,
    start: () => void doing(async () => set(await callOperation("import.start", { run: id, team }))),
    cancel: () =>
      void doing(async () => {
        const ended = await callOperation("import.cancel", { run: id, team })
        set(ended)
        if (ended.stored.files > 0) return
        void showToast(`Discarded the import of ${ended.source.name}. Nothing was saved`)
        router.push(`/t/${team}/sources`)
      }),
    take: (paths, format) => changing(() => takeFiles(run, paths, format)),
    mapTeamId: (teamId, to) =>
      changing(async () => {
        const { files } = await callOperation("import.team-id", { run: id, team, id: teamId, to })
        return mappedWords(files, to)
      }),
    place: (paths, change) =>
      changing(async () => {
        const { placed } = await callOperation("import.place", { run: id, team, paths, ...change })
        return placedWords(placed, change)
      }),
  }
}

/** Imports ignored files with a format. Returns the message for people. */
async function takeFiles(
  { run: id, team }: ImportRun,
  paths: readonly string[],
  format: string,
): Promise<string> {
  let taken = 0
  let waiting = 0
  for (const portion of await listPortions(id, paths)) {
    const answer = await callOperation("import.take", {
      run: id,
      team,
      format: format as FormatId,
      ...portion,
    })
    taken += answer.taken
    waiting += answer.waiting.length
  }
  return takenWords(taken, waiting)
}
