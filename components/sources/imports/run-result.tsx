import type { ReactNode } from "react"
import { ButtonLink } from "@/components/ui/button"
import { count } from "@/components/data/count"
import { Notice } from "@/components/ui/notice"
import { writtenWords } from "./import-button-label"
import type { ImportRun } from "../import-statuses"
import { capitalize } from "@/lib/memory/text/sentence"

/** The result of an import with the next steps. */
export function RunResult({ run }: { run: ImportRun }) {
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
                View findings
              </ButtonLink>
            ) : null}
            <ButtonLink size="sm" variant="primary" href={`/t/${run.team}/agents`}>
              View agents
            </ButtonLink>
          </Words>
        </Notice>
      )
    case "failed":
      return (
        <Notice
          live
          tone="danger"
          title={`Import failed. ${run.stored.files > 0 ? `${stored} imported` : "Nothing was imported"}`}
        >
          <Words of={run.error === null ? "See the server log for details." : `${capitalize(run.error)}.`}>
            {again}
          </Words>
        </Notice>
      )
    case "collecting":
      return (
        <Notice tone="caution" title="Upload interrupted">
          <Words of="The page was closed or the connection was lost during the upload. Nothing was saved. To try again, drop the same folder.">
            {again}
          </Words>
        </Notice>
      )
    default:
      return (
        <Notice
          title={run.stored.files > 0 ? `Canceled after ${stored}` : "Import discarded. Nothing was saved"}
        >
          <Words of={run.error === null ? endedWords(run) : `${capitalize(run.error)}.`}>{again}</Words>
        </Notice>
      )
  }
}

/** A text with action links next to it, or below it on narrow screens. */
function Words({ of, children }: { of: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-end gap-x-4 gap-y-2">
      <p className="min-w-0 flex-1 basis-56">{of}</p>
      <p className="flex flex-wrap gap-2">{children}</p>
    </div>
  )
}

function endedWords(run: ImportRun): string {
  return run.stored.files > 0
    ? "Imported files are kept. Import the source again to add the rest."
    : "The list below shows what the import would have done."
}

function doneTitle(run: ImportRun): string {
  if (run.stored.files > 0)
    return `Imported ${writtenWords(run.files)} with ${count(run.stored.entries, "entry", "entries")}`
  if (run.files.gone + run.files.same === 0) return "No memory files found"
  return run.files.gone > 0
    ? `${count(run.files.gone, "file")} marked as removed, no other changes`
    : "No changes since the last import"
}

function doneWords(run: ImportRun): string {
  const parts = [
    run.stored.files > 0 && run.files.gone > 0 ? `${count(run.files.gone, "file")} marked as removed` : "",
    run.files.same > 0 ? `${count(run.files.same, "file")} unchanged` : "",
    run.files.setAside > 0 ? `${run.files.setAside.toLocaleString("en")} quarantined (see below)` : "",
    run.files.leftAlone > 0 ? `${run.files.leftAlone.toLocaleString("en")} ignored (not memory files)` : "",
  ].filter(Boolean)
  return parts.length > 0 ? `${capitalize(parts.join("; "))}.` : "No files were ignored or quarantined."
}

function waiting(run: ImportRun): number {
  return run.files.setAside + run.files.broken + run.files.gone + run.stored.files
}
