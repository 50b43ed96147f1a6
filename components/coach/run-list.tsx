"use client"

import { useActionState, useEffect, type ReactNode, useState } from "react"
import { useRouter } from "next/navigation"
import { Notice } from "@/components/ui/notice"
import { Panel } from "@/components/ui/panel"
import type { SynthesisKind } from "@/lib/memory/coach/synthesis"
import type { FormAction } from "@/components/data/form-state"
import { type ProjectNames, listedSubject } from "./list/listed-synthesis"
import { isUnderWay, listedRuns, type CoachRun, runTimeWords, spentWords, stageWords } from "./coach-run"
import { describeMoment } from "@/components/data/time-text"
import type { Tone } from "@/components/ui/tag"
import { Progress } from "@/components/charts/inline-charts"
import { TableBox } from "@/components/data/table"
import { showErrorToast } from "@/components/data/show-toast"
import { Submit } from "@/components/ui/submit"
import { callOperation } from "@/components/data/http-client"

interface RunFormProps {
  run: string
  action: FormAction
  /** Label with the name of the run for screen readers, because the visible text is the same for all runs. */
  label: string
  children: ReactNode
}

/** A button for a run, in a form that works before hydration. */
function RunForm({ run, action, label, children }: RunFormProps) {
  const [state, submit] = useActionState(action, {})
  useEffect(() => {
    if (state.error) void showErrorToast(state.error)
  }, [state])
  return (
    <form action={submit} className="shrink-0">
      <input type="hidden" name="run" value={run} />
      <Submit size="sm" title={label}>
        {children}
        <span className="sr-only"> ({label.replace(/^[^:]+: /, "")})</span>
      </Submit>
    </form>
  )
}

interface RunUnderWayProps {
  run: CoachRun
  projects: ProjectNames
  cancel: FormAction | null
}

/** A run in progress: its counts, its cost so far, and a button to cancel it. */
function RunUnderWay({ run, projects, cancel }: RunUnderWayProps) {
  const { done, total } = run.progress
  const name = listedSubject(run, projects)
  // A run in progress has a message only after a request to cancel it.
  const ending = run.message !== null
  return (
    <TableBox className="grid gap-2.5 px-4 py-3">
      <Progress
        label={name}
        value={run.state === "queued" || total === 0 ? null : done}
        max={Math.max(1, total)}
        detail={run.message ?? stageWords(run)}
      />
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1.5">
        <p className="min-w-0 text-sm text-ink-2 wrap-anywhere">
          {spentWords(run)} · requested by {run.by}
          {run.attempts > 1 ? ` · attempt ${run.attempts}` : ""}
        </p>
        {cancel && !ending ? (
          <RunForm run={run.id} action={cancel} label={`Cancel: ${name}`}>
            {run.method === "model"
              ? "Cancel (retrying resumes from this point)"
              : "Cancel (discards progress)"}
          </RunForm>
        ) : null}
      </div>
    </TableBox>
  )
}

const LOOK: Partial<Record<CoachRun["state"], { tone: Tone; words: string; otherwise: string }>> = {
  failed: { tone: "danger", words: "Failed", otherwise: "No reason was reported. Check the server log." },
  cancelled: { tone: "neutral", words: "Canceled", otherwise: "Nothing was written." },
  done: {
    tone: "neutral",
    words: "No claims",
    otherwise: "The coach found no claims supported by entries.",
  },
}

interface EndedRunProps {
  run: CoachRun
  projects: ProjectNames
  /** ISO instant. */
  now: string
  retry: FormAction | null
}

/** A run that wrote nothing: the reason, and a button to retry. */
function EndedRun({ run, projects, now, retry }: EndedRunProps) {
  const look = LOOK[run.state]
  if (!look) return null
  const took = runTimeWords(run)
  const name = listedSubject(run, projects)
  const told = [
    run.method === "model" ? `model ${run.model}` : "text matching",
    took,
    `requested by ${run.by}`,
    describeMoment(run.finishedAt ?? run.createdAt, now),
  ]
  return (
    <Notice tone={look.tone} title={`${look.words}: ${name}`}>
      <div className="flex flex-wrap items-end justify-between gap-x-4 gap-y-2">
        <div className="max-w-full wrap-anywhere">
          <p>{run.message ?? look.otherwise}</p>
          <p className="text-sm">{told.filter(Boolean).join(" · ")}</p>
        </div>
        {retry && run.state !== "done" ? (
          <RunForm run={run.id} action={retry} label={`Retry: ${name}`}>
            {took ? "Retry (keeps completed calls)" : "Retry"}
          </RunForm>
        ) : null}
      </div>
    </Notice>
  )
}

interface RunListProps {
  team: string
  /** Lists the runs of this project; null: of all projects. */
  project: string | null
  /** Lists only runs of this kind. */
  kind?: SynthesisKind | undefined
  initial: readonly CoachRun[]
  projects: ProjectNames
  /** ISO instant, from the server. */
  now: string
  /** Null for users who may not cancel and retry runs. */
  actions: { readonly cancel: FormAction; readonly retry: FormAction } | null
  /** The list of syntheses waiting for review, placed between runs in progress and ended runs. */
  children: ReactNode
}

/** Runs in progress above the children, and runs without a result below them. */
export function CoachRunList({
  team,
  project,
  kind,
  initial,
  projects,
  now,
  actions,
  children,
}: RunListProps) {
  const { runs, problem } = useRuns(initial, { team, project })
  const listed = listedRuns(runs, now).filter((run) => kind === undefined || run.kind === kind)
  const underWay = listed.filter(isUnderWay)
  const ended = listed.filter((run) => !isUnderWay(run))
  return (
    <>
      {/* Figures change too often for screen readers: only the start and the end are announced. */}
      <output className="sr-only">
        {underWay.length === 0 ? "No coach run in progress" : "Coach run in progress"}
      </output>
      {underWay.length > 0 ? (
        <Panel title="In progress" note={underWay.length}>
          <ul className="grid gap-2">
            {underWay.map((run) => (
              <li key={run.id}>
                <RunUnderWay run={run} projects={projects} cancel={actions?.cancel ?? null} />
              </li>
            ))}
          </ul>
          {problem ? (
            <div className="mt-2">
              <Notice tone="caution" live>
                {problem}. These numbers may be out of date. Retrying…
              </Notice>
            </div>
          ) : null}
        </Panel>
      ) : null}
      {children}
      {ended.length > 0 ? (
        <Panel title="Runs without a result" note={ended.length}>
          <ul className="grid gap-2">
            {ended.map((run) => (
              <li key={run.id}>
                <EndedRun run={run} projects={projects} now={now} retry={actions?.retry ?? null} />
              </li>
            ))}
          </ul>
        </Panel>
      ) : null}
    </>
  )
}

const EVERY_MS = 2_000

/**
 * Returns the current runs, polled every two seconds while one is in progress and the page is visible. When a
 * run ends, the page is refreshed so that its result is listed. `problem`: reason why the last poll failed,
 * or null. After a failed poll, runs may still be in progress.
 */
function useRuns(
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
