import { ownValue } from "@/lib/memory/text/own-value"
import { Link } from "@/components/ui/link"
import { VisibleText } from "@/components/text/visible-text"
import { runPath } from "@/components/sources/import-statuses"
import { count } from "@/components/data/count"
import { describeMoment } from "@/components/data/instant-text"
import { writeBackPath } from "@/components/data/addresses"
import type { ProjectSource } from "./overview-figures"

const RUN_WORDS: Record<string, string> = {
  collecting: "upload incomplete",
  planned: "import ready to start",
  running: "import running",
  failed: "last import failed",
  cancelled: "last import canceled",
}
const WRITE_WORDS: Record<string, string> = {
  running: "write-back running",
  failed: "last write-back failed",
}

/** The sources of a project with their last import and pending write-back. `now` is an ISO instant. */
export function ProjectSourceList({
  team,
  sources,
  now,
}: {
  team: string
  sources: readonly ProjectSource[]
  now: string
}) {
  return (
    <ul className="grid gap-2">
      {sources.map(({ id, name, files, lastImportedAt, run, waiting, writtenBack }) => (
        <li key={id} className="min-w-0">
          <span className="block truncate font-medium" title={name}>
            <VisibleText text={name} />
          </span>
          <span className="block text-sm text-ink-2">
            {count(files, "file")},{" "}
            {lastImportedAt === null ? "never imported" : `imported ${describeMoment(lastImportedAt, now)}`}
            {run && ownValue(RUN_WORDS, run.state) ? (
              <>
                ;{" "}
                <Link href={runPath(team, run.id)} className="text-link">
                  {ownValue(RUN_WORDS, run.state)}
                </Link>
              </>
            ) : null}
          </span>
          <span className="block text-sm text-ink-2">
            <Link href={writeBackPath(team, id)} className={waiting > 0 ? "text-link" : "hover:underline"}>
              {waiting > 0 ? `${count(waiting, "file")} to write back` : "nothing to write back"}
            </Link>
            {writtenBack === null
              ? ""
              : `, ${ownValue(WRITE_WORDS, writtenBack.state) ?? `written back ${describeMoment(writtenBack.at, now)}`}`}
          </span>
        </li>
      ))}
    </ul>
  )
}
