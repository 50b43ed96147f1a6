import { Tag } from "@/components/ui/tag"
import { figureWords, type JobRun } from "./job-run-text"

/** The state of a run, then its result or error. */
export function Outcome({ run }: { run: JobRun | null }) {
  if (run === null) return <span className="text-ink-3">never run</span>
  const tries = run.attempt > 1 ? `, attempt ${run.attempt} of 3` : ""
  switch (run.state) {
    case "running":
      return <Tag>running{tries}</Tag>
    case "failed":
      return <Tag tone="danger">failed{tries}</Tag>
    case "done":
      return (
        <span className="text-ink-2">
          {figureWords(run.figures)}
          {tries ? <span className="text-ink-3">{tries}</span> : null}
        </span>
      )
  }
}
