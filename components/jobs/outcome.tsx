import { Tag } from "@/components/ui/tag"
import { figureWords, type Run } from "./run"

/** What came of a run: its state in a word, then what it did or why it failed. */
export function Outcome({ run }: { run: Run | null }) {
  if (run === null) return <span className="text-ink-3">never done</span>
  const tries = run.attempt > 1 ? `, attempt ${run.attempt} of 3` : ""
  switch (run.state) {
    case "running":
      return <Tag>goes on{tries}</Tag>
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
