"use client"

import type { ReactNode } from "react"
import { Notice } from "@/components/ui/notice"
import { Panel } from "@/components/ui/panel"
import type { SynthesisKind } from "@/lib/memory/coach/kinds"
import type { FormAction } from "@/components/data/form-state"
import type { ProjectNames } from "../list/synthesis-list-types"
import { EndedRun } from "./ended-run"
import { isUnderWay, listedRuns } from "./listed-runs"
import { RunUnderWay } from "./run-under-way"
import type { CoachRun } from "./coach-run-types"
import { useRuns } from "./use-runs"

interface RunListProps {
  team: string
  /** Whose runs are listed; null: of all projects. */
  project: string | null
  /** Only those that write this. */
  kind?: SynthesisKind | undefined
  initial: readonly CoachRun[]
  projects: ProjectNames
  /** ISO instant, from the server. */
  now: string
  /** Null for who may not. */
  actions: { readonly cancel: FormAction; readonly retry: FormAction } | null
  /** What waits for review: it stands between the two. */
  children: ReactNode
}

/** The coach at work above what waits, and what did not come out as meant below it. */
export function RunList({ team, project, kind, initial, projects, now, actions, children }: RunListProps) {
  const { runs, problem } = useRuns(initial, { team, project })
  const listed = listedRuns(runs, now).filter((run) => kind === undefined || run.kind === kind)
  const underWay = listed.filter(isUnderWay)
  const ended = listed.filter((run) => !isUnderWay(run))
  return (
    <>
      {/* Figures change too often to be read out; that it works, and that it is done, is said. */}
      <output className="sr-only">
        {underWay.length === 0 ? "The coach is not at work" : "The coach is at work"}
      </output>
      {underWay.length > 0 ? (
        <Panel title="At work" note={underWay.length}>
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
                {problem}. The figures are from the last answer; the next look is on its way.
              </Notice>
            </div>
          ) : null}
        </Panel>
      ) : null}
      {children}
      {ended.length > 0 ? (
        <Panel title="Not finished" note={ended.length}>
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
