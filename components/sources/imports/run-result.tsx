import type { ReactNode } from "react"
import { ButtonLink } from "@/components/ui/button"
import { count } from "@/components/data/count"
import { Notice } from "@/components/ui/notice"
import { writtenWords } from "./consequence"
import type { Run } from "../source"

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
        <Notice live tone="good" title={doneTitle(run)}>
          <Words of={doneWords(run)}>
            {waiting(run) > 0 ? (
              <ButtonLink size="sm" href={`/t/${run.team}/inbox`}>
                See what was found
              </ButtonLink>
            ) : null}
            <ButtonLink size="sm" variant="primary" href={`/t/${run.team}/agents`}>
              Open the fleet
            </ButtonLink>
          </Words>
        </Notice>
      )
    case "failed":
      return (
        <Notice
          live
          tone="danger"
          title={`The import failed; ${run.stored.files > 0 ? `${stored} are stored` : "nothing was stored"}`}
        >
          <Words of={run.error === null ? "The server’s log says why." : `${sentence(run.error)}.`}>
            {again}
          </Words>
        </Notice>
      )
    case "collecting":
      return (
        <Notice tone="caution" title="Not all files were sent">
          <Words of="The page was left, or the connection was lost, before the upload ended. Nothing was written. Drop the same folder again.">
            {again}
          </Words>
        </Notice>
      )
    default:
      return (
        <Notice title={run.stored.files > 0 ? `Cancelled after ${stored}` : "Discarded: nothing was written"}>
          <Words of={run.error === null ? endedWords(run) : `${sentence(run.error)}.`}>{again}</Words>
        </Notice>
      )
  }
}

/** What there is to say, with the ways on beside it, or below it where there is no room. */
function Words({ of, children }: { of: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-end gap-x-4 gap-y-2">
      <p className="min-w-0 flex-1 basis-56">{of}</p>
      <p className="flex flex-wrap gap-2">{children}</p>
    </div>
  )
}

function endedWords(run: Run): string {
  return run.stored.files > 0
    ? "What was stored stays. Import the source again to bring in the rest."
    : "The list below is what would have happened."
}

function doneTitle(run: Run): string {
  if (run.stored.files > 0)
    return `${writtenWords(run.files)} ${run.stored.files === 1 ? "is" : "are"} in memory: ${count(run.stored.entries, "entry", "entries")}`
  if (run.files.gone + run.files.same === 0) return "No memory was found"
  return run.files.gone > 0
    ? `${count(run.files.gone, "file")} marked gone; nothing else changed`
    : "Nothing changed since the last import"
}

function doneWords(run: Run): string {
  const parts = [
    run.stored.files > 0 && run.files.gone > 0 ? `${count(run.files.gone, "file")} marked gone` : "",
    run.files.same > 0 ? `${count(run.files.same, "file")} as stored before` : "",
    run.files.setAside > 0
      ? `${run.files.setAside.toLocaleString("en")} set aside, ${run.files.setAside === 1 ? "with its reason" : "each with its reason"} below`
      : "",
    run.files.leftAlone > 0
      ? `${run.files.leftAlone.toLocaleString("en")} left alone because ${run.files.leftAlone === 1 ? "it is" : "they are"} no memory`
      : "",
  ].filter(Boolean)
  return parts.length > 0 ? `${sentence(parts.join("; "))}.` : "No file was left alone or set aside."
}

function waiting(run: Run): number {
  return run.files.setAside + run.files.broken + run.files.gone + run.stored.files
}

function sentence(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1)
}
