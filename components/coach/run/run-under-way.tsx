import type { FormAction } from "@/components/data/form-state"
import { Progress } from "@/components/charts/progress"
import { Box } from "@/components/data/table"
import type { ProjectNames } from "../list/synthesis-list-types"
import { listedSubject } from "../list/synthesis-list-text"
import { RunForm } from "./run-form"
import type { CoachRun } from "./coach-run-types"
import { spentWords, stageWords } from "./coach-run-text"

interface RunUnderWayProps {
  run: CoachRun
  projects: ProjectNames
  cancel: FormAction | null
}

/** A run in progress: its counts, its cost so far, and a button to cancel it. */
export function RunUnderWay({ run, projects, cancel }: RunUnderWayProps) {
  const { done, total } = run.progress
  const name = listedSubject(run, projects)
  // A run in progress has a message only after a request to cancel it.
  const ending = run.message !== null
  return (
    <Box className="grid gap-2.5 px-4 py-3">
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
            {run.method === "model" ? "Cancel (a retry continues from here)" : "Cancel (discards progress)"}
          </RunForm>
        ) : null}
      </div>
    </Box>
  )
}
