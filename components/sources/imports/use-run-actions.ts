"use client"

import { useRouter } from "next/navigation"
import { useState } from "react"
import { toast } from "sonner"
import { count } from "@/components/data/count"
import { askServer } from "../../data/http-client"
import type { Placement } from "./placement-dialog"
import type { Run } from "../source"
import { keptPortions } from "../upload/upload"

function takenWords(taken: number, waiting: number): string {
  const later = `${count(waiting, "file")} ${waiting === 1 ? "is" : "are"} read when you import this source again`
  if (taken === 0) return waiting === 0 ? "No file was taken" : later
  return waiting === 0 ? `Took ${count(taken, "file")}` : `Took ${count(taken, "file")}; ${later}`
}

/** Where files go; `remember`: later imports of the source do the same. */
export type Placed = Placement & { leaveOut?: boolean; remember?: boolean }

function placedWords(placed: number, { leaveOut, remember }: Placed): string {
  const files = count(placed, "file")
  if (leaveOut) return `Left out ${files}; they are not written`
  if (remember) return `${files} will be imported into this team`
  return `Changed where ${files} ${placed === 1 ? "goes" : "go"}`
}

interface RunActions {
  busy: boolean
  /** Why the last one did not happen. */
  problem: string | null
  start: () => void
  cancel: () => void
  place: (paths: readonly string[], change: Placed) => void
  /** Takes files that were left alone as a format. */
  take: (paths: readonly string[], format: string) => void
}

/** What a person can do with an import. `onPlaced` is told when the list has changed. */
export function useRunActions(
  { run, set, refresh }: { run: Run; set: (run: Run) => void; refresh: () => Promise<void> },
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
  return {
    busy,
    problem,
    start: () =>
      void doing(async () =>
        set(await askServer<Run>(`/imports/${id}/start`, { method: "POST", body: { team } })),
      ),
    cancel: () =>
      void doing(async () => {
        const ended = await askServer<Run>(`/imports/${id}/cancel`, { method: "POST", body: { team } })
        set(ended)
        if (ended.stored.files > 0) return
        toast(`Discarded the import of ${ended.source.name}; nothing was written`)
        router.push(`/t/${team}/sources`)
      }),
    take: (paths, format) =>
      void doing(async () => {
        let taken = 0
        let waiting = 0
        for (const portion of await keptPortions(id, paths)) {
          const answer = await askServer<{ taken: number; waiting: string[] }>(`/imports/${id}/take`, {
            method: "POST",
            body: { team, format, ...portion },
          })
          taken += answer.taken
          waiting += answer.waiting.length
        }
        await refresh()
        onPlaced()
        toast(takenWords(taken, waiting))
      }),
    place: (paths, change) =>
      void doing(async () => {
        const { placed } = await askServer<{ placed: number }>(`/imports/${id}/items`, {
          method: "PATCH",
          body: { team, paths, ...change },
        })
        await refresh()
        onPlaced()
        toast(placedWords(placed, change))
      }),
  }
}
