import { ButtonLink } from "@/components/ui/button"
import { count } from "@/components/ui/count"
import { Notice } from "@/components/ui/notice"
import { writtenWords } from "./consequence"
import type { Run } from "./source"

/** How an import ended, and where to go from there. */
export function RunResult({ run }: { run: Run }) {
  const stored = `${count(run.stored.files, "file")} with ${count(run.stored.entries, "entry", "entries")}`
  const again = (
    <ButtonLink size="sm" href={`/t/${run.team}/sources`}>
      Import again
    </ButtonLink>
  )
  switch (run.state) {
    case "done":
      return (
        <Notice
          tone="good"
          title={doneTitle(run)}
          action={
            <span className="flex flex-wrap justify-end gap-2">
              {waiting(run) > 0 ? (
                <ButtonLink size="sm" href={`/t/${run.team}/inbox`}>
                  See what was found
                </ButtonLink>
              ) : null}
              <ButtonLink size="sm" variant="primary" href={`/t/${run.team}/fleet`}>
                Open the fleet
              </ButtonLink>
            </span>
          }
        >
          {doneWords(run)}
        </Notice>
      )
    case "failed":
      return (
        <Notice tone="danger" title={`The import failed; ${run.stored.files > 0 ? `${stored} are stored` : "nothing was stored"}`} action={again}>
          {run.error ?? "The server’s log says why."}
        </Notice>
      )
    case "collecting":
      return (
        <Notice tone="caution" title="Not all files were sent" action={again}>
          The page was left, or the connection was lost, before the upload ended. Nothing was written. Drop the same folder again: what is here is only compared.
        </Notice>
      )
    default:
      return (
        <Notice title={run.stored.files > 0 ? `Cancelled after ${stored}` : "Discarded: nothing was written"} action={again}>
          {run.error === null ? (run.stored.files > 0 ? "What was stored stays. Import the source again to bring in the rest." : "The list below is what would have happened.") : `${sentence(run.error)}.`}
        </Notice>
      )
  }
}

function doneTitle(run: Run): string {
  if (run.stored.files > 0) return `${writtenWords(run.files)} ${run.stored.files === 1 ? "is" : "are"} in memory: ${count(run.stored.entries, "entry", "entries")}`
  return run.files.gone > 0 ? `${count(run.files.gone, "file")} marked gone; nothing else changed` : "Nothing changed since the last import"
}

function doneWords(run: Run): string {
  const parts = [
    run.stored.files > 0 && run.files.gone > 0 ? `${count(run.files.gone, "file")} marked gone` : "",
    run.files.same > 0 ? `${count(run.files.same, "file")} as stored before` : "",
    run.files.setAside > 0 ? `${run.files.setAside.toLocaleString("en")} set aside, each with its reason below` : "",
    run.files.leftAlone > 0 ? `${run.files.leftAlone.toLocaleString("en")} left alone because ${run.files.leftAlone === 1 ? "it is" : "they are"} no memory` : "",
  ].filter(Boolean)
  return parts.length > 0 ? `${sentence(parts.join("; "))}.` : ""
}

function waiting(run: Run): number {
  return run.files.setAside + run.files.broken + run.files.gone + run.stored.files
}

function sentence(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1)
}
