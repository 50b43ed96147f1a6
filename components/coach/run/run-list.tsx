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
  /** Lists the runs of this project; null: of all projects. */
  project: string | null
  /** Lists only runs of this kind. */
  kind?: SynthesisKind | undefined
  initial: readonly CoachRun[]
  projects: ProjectNames
  /** ISO instant, from the server. */
  now: string
  /** Null for people who may not use them. */
  actions: { readonly cancel: FormAction; readonly retry: FormAction } | null
  /** The list of syntheses waiting for review, placed between the two. */
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
                {problem}. These figures may be out of date. Retrying…
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
