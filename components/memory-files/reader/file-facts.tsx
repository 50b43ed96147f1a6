import type { OutputOf } from "@/lib/http/contract"
import { formatDay } from "@/components/data/time-text"
import { Link } from "@/components/ui/link"
import { BudgetBar } from "@/components/charts/inline-charts"
import { agentPath } from "@/components/data/addresses"
import type { Diagnostic, FileMeta } from "@/lib/memory/memory-files/format"
import { linesLoaded } from "@/lib/memory/memory-files/load-limit"
import { ownValue } from "@/lib/memory/text/own-value"
import { capitalize, formatCount } from "@/lib/memory/text/sentence"
import { VisibleText } from "../../text/visible-text"
import { FactList } from "./entry-facts"
import { describeBytes, describeSize } from "../load-limit-text"

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
            { term: "Title", value: meta.title === null ? null : <VisibleText text={meta.title} /> },
            {
              term: "Description",
              value: meta.description === null ? null : <VisibleText text={meta.description} />,
            },
            { term: "Type", value: meta.type },
            { term: "Layout", value: meta.layout },
            {
              term: "Entries",
              value: `${(file.entries - file.retired).toLocaleString("en")}${file.retired > 0 ? `, plus ${file.retired.toLocaleString("en")} retired` : ""}`,
            },
            { term: "Sessions", value: file.sessions > 0 ? file.sessions.toLocaleString("en") : null },
            { term: "Updated", value: file.updatedOn === null ? null : formatDay(file.updatedOn) },
            { term: "Size", value: describeBytes(file.bytes) },
            { term: "Memory", value: meta.optedOut ? "turned off in the front matter" : null },
          ]}
        />
      </section>
    </>
  )
}

const hasBar = ({ limits, cut }: FileAbout) => limits.budget !== null || limits.lines !== null || cut !== null

type Reader = OutputOf<"file.show">["readers"][number]

interface LoadedByProps {
  team: string
  file: { scope: string; role: string; agent: string | null }
  readers: readonly Reader[]
}

const SHOWN_READERS = 12

function LoadedBy({ team, file, readers }: LoadedByProps) {
  const rest = readers.length - SHOWN_READERS
  return (
    <section>
      <h2 className="mb-1.5">Loaded by</h2>
      <p className="text-ink-2">
        {readers.length === 0
          ? withoutAgents(file)
          : readers.slice(0, SHOWN_READERS).map((reader, index) => (
              <span key={`${reader.project}/${reader.name}`}>
                {index > 0 ? ", " : ""}
                <Link
                  href={agentPath(team, reader.project, reader.name)}
                  className="hover:text-accent hover:underline"
                >
                  {reader.name}
                </Link>
              </span>
            ))}
        {rest > 0 ? ` and ${formatCount(rest, "other")}` : ""}
        {readers.length > 0 ? (ownValue(WHEN, file.role) ?? " at session start.") : ""}
      </p>
    </section>
  )
}

const WHEN: Readonly<Record<string, string>> = {
  topic: " when the index links to it.",
  log: " at session start (today’s and yesterday’s logs).",
}

function withoutAgents({ scope, role }: LoadedByProps["file"]): string {
  if (role === "identity") return "Every session in this workspace, in full."
  if (scope === "global") return "Every agent, because this is global memory."
  if (scope === "session") return "Only the session that wrote it, until that session ends."
  return `The path does not contain an agent name, so the file applies to the whole ${scope}.`
}

const SEVERITY_INK = { error: "text-danger", warning: "text-caution" }
const SHOWN_PROBLEMS = 50

/** Problems and notes of a file, each with a link to its line. */
function FileProblems({ diagnostics }: { diagnostics: readonly Diagnostic[] }) {
  return (
    <>
      <Listed title="Problems" diagnostics={diagnostics.filter((one) => one.severity !== "info")} />
      <Listed title="Notes" diagnostics={diagnostics.filter((one) => one.severity === "info")} />
    </>
  )
}

function Listed({ title, diagnostics }: { title: string; diagnostics: readonly Diagnostic[] }) {
  if (diagnostics.length === 0) return null
  return (
    <section>
      <h2 className="mb-1.5">
        {title}{" "}
        <span className="font-normal text-ink-3 tabular-nums">{diagnostics.length.toLocaleString("en")}</span>
      </h2>
      <ul className="grid gap-1.5">
        {diagnostics.slice(0, SHOWN_PROBLEMS).map((one, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- two problems of one line may have the same text
          <li key={index} className="text-ink-2 wrap-anywhere">
            <a
              href={`?line=${Math.max(1, one.line)}`}
              data-line={Math.max(1, one.line)}
              className="text-link tabular-nums"
            >
              Line {one.line}
            </a>{" "}
            {one.severity === "info" ? null : (
              <span className={`font-medium ${SEVERITY_INK[one.severity]}`}>{one.severity}: </span>
            )}
            <VisibleText text={capitalize(one.message)} />
          </li>
        ))}
      </ul>
      {diagnostics.length > SHOWN_PROBLEMS ? (
        <p className="mt-1.5 text-sm text-ink-3">
          Showing the first {SHOWN_PROBLEMS}. The rest are shown below their lines in the text.
        </p>
      ) : null}
    </section>
  )
}

/** Link to the undecided proposals for a file. */
export function WaitingHere({ team, path, waiting }: { team: string; path: string; waiting: number }) {
  if (waiting === 0) return null
  return (
    <section>
      <h2 className="mb-1.5">Proposals</h2>
      <p className="text-ink-2">
        <Link href={`/t/${team}/inbox?tab=proposals&q=${encodeURIComponent(path)}`} className="text-link">
          {formatCount(waiting, "proposal")}
        </Link>{" "}
        waiting for review.
      </p>
    </section>
  )
}
