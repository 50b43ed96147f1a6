import type { FormAction } from "@/components/data/form-state"
import { describeMoment } from "@/components/data/instant-text"
import { Notice } from "@/components/ui/notice"
import type { Tone } from "@/components/ui/tag"
import type { ProjectNames } from "../list/synthesis-list-types"
import { listedSubject } from "../list/synthesis-list-text"
import { RunForm } from "./run-form"
import type { CoachRun } from "./coach-run-types"
import { runTimeWords } from "./coach-run-text"

const LOOK: Partial<Record<CoachRun["state"], { tone: Tone; words: string; otherwise: string }>> = {
  failed: { tone: "danger", words: "Failed", otherwise: "No reason was reported. Check the server log." },
  cancelled: { tone: "neutral", words: "Cancelled", otherwise: "Nothing was written." },
  done: {
    tone: "neutral",
    words: "No claims",
    otherwise: "The coach found no claims that entries support.",
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
export function EndedRun({ run, projects, now, retry }: EndedRunProps) {
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
