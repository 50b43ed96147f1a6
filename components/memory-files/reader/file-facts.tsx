import type { OutputOf } from "@/lib/http/contract"
import { Link } from "@/components/ui/link"
import { BudgetBar } from "@/components/charts/bar"
import { agentPath } from "@/components/data/addresses"
import type { Diagnostic } from "@/lib/memory/memory-files/diagnostic"
import type { FileMeta } from "@/lib/memory/memory-files/format"
import { linesLoaded } from "@/lib/memory/memory-files/load-limit"
import { DrawnText } from "../../text/drawn-text"
import { FactList } from "./fact-list"
import { FileProblems } from "./file-problems"
import { describeBytes, describeSize } from "../limits"
import { LoadedBy, type Reader } from "./loaded-by"

/** A memory file as shown in its facts panel. */
export type FileAbout = OutputOf<"file.show">["file"]

interface FileFactsProps {
  team: string
  file: FileAbout
  meta: FileMeta
  readers: readonly Reader[]
  diagnostics: readonly Diagnostic[]
}

/** The facts panel of a memory file: size against limits, the agents that load it, problems and metadata. */
export function FileFacts({ team, file, meta, readers, diagnostics }: FileFactsProps) {
  return (
    <>
      <section>
        <h2 className="mb-1.5">This file</h2>
        <p className="text-ink-2 tabular-nums">{describeSize(file)}</p>
        {hasBar(file) ? (
          <BudgetBar
            lines={file.lines}
            budget={file.limits.budget}
            limit={linesLoaded(file)}
            tone={file.cut === null ? undefined : "danger"}
            className="mt-2.5 w-full"
          />
        ) : null}
      </section>
      <LoadedBy team={team} file={file} readers={readers} />
      <FileProblems diagnostics={diagnostics} />
      <section>
        <h2 className="mb-1.5">About</h2>
        <FactList
          facts={[
            { term: "Format", value: file.formatName },
            { term: "Scope", value: `${file.scope}${file.role === "memory" ? "" : `, ${file.role}`}` },
            { term: "Project", value: file.project.name },
            {
              term: "Agent",
              value:
                file.agent === null ? null : (
                  <Link href={agentPath(team, file.project.slug, file.agent)} className="text-link">
                    {file.agent}
                  </Link>
                ),
            },
            { term: "Category", value: file.category },
            { term: "Title", value: meta.title === null ? null : <DrawnText text={meta.title} /> },
            {
              term: "Description",
              value: meta.description === null ? null : <DrawnText text={meta.description} />,
            },
            { term: "Type", value: meta.type },
            { term: "Layout", value: meta.layout === null ? null : `option ${meta.layout}` },
            {
              term: "Entries",
              value: `${file.entries.toLocaleString("en")}${file.retired > 0 ? `, ${file.retired.toLocaleString("en")} retired` : ""}`,
            },
            { term: "Sessions", value: file.sessions > 0 ? file.sessions.toLocaleString("en") : null },
            { term: "Updated", value: file.updatedOn },
            { term: "Size", value: describeBytes(file.bytes) },
            { term: "Memory", value: meta.optedOut ? "turned off in the front matter" : null },
          ]}
        />
      </section>
    </>
  )
}

const hasBar = ({ limits, cut }: FileAbout) => limits.budget !== null || limits.lines !== null || cut !== null
