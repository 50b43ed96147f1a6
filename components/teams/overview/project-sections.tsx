import { Link } from "@/components/ui/link"
import { agentPath, categoryPath, writeBackPath } from "@/components/data/addresses"
import { TableBox, Td, Th } from "@/components/data/table"
import { Instant } from "@/components/data/instant"
import { harnessWords } from "@/components/deliveries/delivery"
import { formatCount } from "@/lib/memory/text/sentence"
import { ownValue } from "@/lib/memory/text/own-value"
import { VisibleText } from "@/components/text/visible-text"
import { runPath } from "@/components/sources/import-types"
import { describeMoment } from "@/components/data/time-text"
import { type CategoryFigures, inboxPath, type Harness, type ProjectSource } from "./overview-figures"

/** The categories of a project with agents, entries and write policy. */
export function CategoryTable({
  team,
  project,
  categories,
}: {
  team: string
  project: string
  categories: readonly CategoryFigures[]
}) {
  return (
    <TableBox className="overflow-hidden">
      <table aria-label="Categories" className="w-full table-fixed border-separate border-spacing-0">
        <thead>
          <tr>
            <Th>Category</Th>
            <Th numeric className="w-18">
              Agents
            </Th>
            <Th numeric className="w-20">
              Entries
            </Th>
            <Th className="hidden w-64 xl:table-cell">Write policy</Th>
            <Th numeric className="w-20">
              Waiting
            </Th>
          </tr>
        </thead>
        <tbody>
          {categories.map(({ slug, name, coordinator, writePolicy, agents, entries, proposals }) => (
            <tr key={slug} className="hover:bg-raised">
              <Td className="truncate font-medium">
                <Link
                  href={`${categoryPath(team, slug)}?${new URLSearchParams({ project })}`}
                  className="hover:underline"
                >
                  {name}
                </Link>
              </Td>
              <Td numeric>{agents.toLocaleString("en")}</Td>
              <Td numeric>{entries.toLocaleString("en")}</Td>
              <Td className="hidden truncate text-ink-2 xl:table-cell">
                {writePolicy}
                {coordinator ? (
                  <>
                    , coordinated by{" "}
                    <Link href={agentPath(team, project, coordinator)} className="text-link">
                      {coordinator}
                    </Link>
                  </>
                ) : null}
              </Td>
              <Td numeric>
                {proposals === 0 ? (
                  <span className="text-ink-3">0</span>
                ) : (
                  <Link
                    href={inboxPath(team, project, { tab: "proposals", category: slug })}
                    className="inline-flex min-h-6 min-w-6 items-center justify-end text-link"
                  >
                    {proposals.toLocaleString("en")}
                  </Link>
                )}
              </Td>
            </tr>
          ))}
        </tbody>
      </table>
    </TableBox>
  )
}

/** The harnesses that reported deliveries. `now` is an ISO instant. */
export function HarnessList({
  team,
  project,
  harnesses,
  now,
}: {
  team: string
  project: string
  harnesses: readonly Harness[]
  now: string
}) {
  return (
    <div className="grid gap-1.5">
      {harnesses.length === 0 ? (
        <p className="text-ink-2">No deliveries recorded for this project yet.</p>
      ) : (
        <ul className="grid gap-1.5">
          {harnesses.map(({ harness, agents, behind, at }) => (
            <li key={harness ?? ""}>
              <span className="flex items-baseline gap-2">
                <span className="min-w-0 truncate font-medium">{harnessWords(harness)}</span>
                <Instant at={at} now={now} className="ml-auto shrink-0 text-sm text-ink-3" />
              </span>
              <span className="block text-sm text-ink-2">
                {formatCount(agents, "agent")},{" "}
                {behind === 0 ? "all up to date" : `${behind.toLocaleString("en")} outdated`}
              </span>
            </li>
          ))}
        </ul>
      )}
      <Link
        href={`/t/${team}/agents/delivery?${new URLSearchParams({ project })}`}

        className="justify-self-start text-link"
      >
        {harnesses.length === 0 ? "Set up delivery" : "Deliveries"}
      </Link>
    </div>
  )
}

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
            {formatCount(files, "file")},{" "}
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
              {waiting > 0 ? `${formatCount(waiting, "file")} to write back` : "nothing to write back"}
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
