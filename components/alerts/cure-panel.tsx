"use client"

import { useRouter } from "next/navigation"
import { useEffect, useState } from "react"
import { PanelForm } from "@/components/proposals/panels/panel-form"
import { Button } from "@/components/ui/button"
import { count } from "@/components/data/count"
import { Notice } from "@/components/ui/notice"
import { Skeleton } from "@/components/ui/skeleton"
import { CureChoice } from "./cure-choice"
import { CurePreview } from "./cure-preview"
import type { Cure } from "./alert-types"

interface CurePanelProps {
  team: string
  /** Rejects with an `Error` whose message is for people. */
  read: (signal: AbortSignal) => Promise<readonly Cure[]>
  /** Makes the proposals, and gives their ids; rejects as well. */
  onCure: (cure: Cure) => Promise<readonly string[]>
  onLeave: () => void
}

/** What could be done about it at once, each with its key and what it would write. All of it comes as proposals, or leads to where it is decided. */
export function CurePanel({ team, read, onCure, onLeave }: CurePanelProps) {
  const router = useRouter()
  const [cures, setCures] = useState<readonly Cure[] | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [at, setAt] = useState(0)
  const [made, setMade] = useState<readonly string[]>([])
  const [pending, setPending] = useState(false)
  useEffect(() => {
    const left = new AbortController()
    read(left.signal).then(setCures, (cause: Error) =>
      left.signal.aborted
        ? undefined
        : setProblem(`What could be done was not read: ${cause.message}. Leave with Esc and try again.`),
    )
    return () => left.abort()
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- asked once, when the panel opens
  }, [])
  const chosen = cures?.[at]
  const waiting = made.length > 0 ? made : (chosen?.waiting ?? [])
  const [first] = waiting
  const goesTo = chosen?.href ?? (first === undefined ? null : `/t/${team}/inbox?tab=proposals&item=${first}`)
  const submit = () => {
    if (goesTo !== null) return router.push(goesTo)
    if (chosen === undefined || pending) return
    setPending(true)
    setProblem(null)
    onCure(chosen)
      .then(setMade, (cause: Error) => setProblem(`Nothing was proposed: ${cause.message}.`))
      .finally(() => setPending(false))
  }
  const choose = (place: number) => {
    setAt(place)
    setMade([])
  }
  const keys = (cures ?? []).map((one, place) => ({
    keys: String(place + 1),
    does: one.label,
    run: () => choose(place),
  }))
  return (
    <PanelForm
      key={cures === null ? "asked" : "here"}
      title="Mend it by…"
      docked
      keys={keys}
      onSubmit={submit}
      onLeave={onLeave}
    >
      {cures === null && problem === null ? <Skeleton className="h-8" /> : null}
      {cures?.length === 0 ? (
        <p className="text-ink-2">Nothing can be done at once any more: open it at its line.</p>
      ) : null}
      {cures?.map((one, place) => (
        <CureChoice
          key={one.cure}
          cure={one}
          number={String(place + 1)}
          chosen={place === at}
          onChoose={() => choose(place)}
        />
      ))}
      {problem ? (
        <Notice tone="danger" live title="It was not mended">
          {problem}
        </Notice>
      ) : null}
      <p aria-live="polite" className="font-medium empty:hidden">
        {first === undefined
          ? ""
          : `${count(waiting.length, "proposal")} ${waiting.length === 1 ? "waits" : "wait"}${made.length > 0 ? "" : " already"}: approved, the alert resolves itself.`}
      </p>
      <div className="flex flex-wrap gap-2">
        {chosen ? (
          <Button type="submit" variant="primary" disabled={pending}>
            {chosen.href !== null
              ? "Go there"
              : first !== undefined
                ? `Look at ${waiting.length === 1 ? "it" : "them"}`
                : `Propose it: ${count(chosen.proposals, "proposal")} for whoever decides`}
          </Button>
        ) : null}
        <Button variant="quiet" kbd="Esc" aria-keyshortcuts="Escape" onClick={onLeave}>
          Cancel
        </Button>
      </div>
      {chosen ? <CurePreview files={chosen.files} /> : null}
    </PanelForm>
  )
}
