import { Instant } from "@/components/data/instant"
import { Link } from "@/components/ui/link"
import { formatCount } from "@/lib/memory/text/sentence"
import { Table, Td, Th, ActionsTh } from "@/components/data/table"
import { Tag, type Tone } from "@/components/ui/tag"
import { writeBackPath } from "@/components/data/addresses"
import { Tabs } from "@/components/ui/page-top"
import { groupBy } from "@/lib/memory/text/aggregates"
import { ButtonLink } from "@/components/ui/button"
import type { Source } from "@/components/sources/import-types"
import { type WriteBack, WAY_NAMES, type WriteBackPreview } from "./write-back-text"
import { shortPath } from "@/lib/memory/memory-files/paths"

const STATES: Record<WriteBack["state"], { tone: Tone; words: string }> = {
  running: { tone: "neutral", words: "running" },
  done: { tone: "good", words: "done" },
  failed: { tone: "danger", words: "failed" },
}

/** Past write-backs of a source, newest first. */
export function WriteBackHistory({
  team,
  runs,
  now,
}: {
  team: string
  runs: readonly WriteBack[]
  now: string
}) {
  return (
    <Table label="Write-backs">
      <thead>
        <tr>
          <Th>When</Th>
          <Th>State</Th>
          <Th>Files</Th>
          <Th className="max-md:hidden">Method</Th>
          <Th className="max-md:hidden">By</Th>
        </tr>
      </thead>
      <tbody>
        {runs.map((run) => (
          <tr key={run.id} className="relative hover:bg-raised has-focus-visible:bg-accent-wash">
            <Td>
              <Link
                href={`${writeBackPath(team, run.source.id)}?run=${run.id}`}
                className="font-medium after:absolute after:inset-0"
              >
                <time dateTime={run.createdAt ?? ""}>
                  {run.createdAt ? <Instant at={run.createdAt} now={now} /> : ""}
                </time>
              </Link>
            </Td>
            <Td>
              <Tag tone={STATES[run.state].tone}>{STATES[run.state].words}</Tag>
            </Td>
            <Td className="text-ink-2 tabular-nums">{filesWords(run)}</Td>
            <Td className="text-ink-2 max-md:hidden">{run.branch ?? WAY_NAMES[run.way]}</Td>
            <Td className="text-ink-2 max-md:hidden">{run.by}</Td>
          </tr>
        ))}
      </tbody>
    </Table>
  )
}

function filesWords({ files }: WriteBack): string {
  const of = (...statuses: readonly string[]) => files.filter((file) => statuses.includes(file.status)).length
  const parts = [
    [of("written"), "written"],
    [of("removed"), "removed"],
    [of("same"), "same"],
    [of("conflict"), of("conflict") === 1 ? "conflict" : "conflicts"],
    [of("failed"), "failed"],
    [of("left", "waiting"), "left"],
  ] as const
  const said = parts
    .filter(([number]) => number > 0)
    .map(([number, word]) => `${number.toLocaleString("en")} ${word}`)
  return said.length > 0 ? said.join(", ") : formatCount(0, "file")
}

/** The methods of writing back, and why some are not available. */
export function WriteBackMethods({ preview }: { preview: WriteBackPreview }) {
  const here = writeBackPath(preview.team, preview.source.id)
  const closed = [
    ...groupBy(
      preview.ways.filter((one) => one.why !== null),
      (one) => one.why,
    ),
  ]
  return (
    <div className="grid gap-1">
      <Tabs
        label="Write-back method"
        tabs={preview.ways
          .filter((one) => one.why === null)
          .map(({ way }) => ({
            label: WAY_NAMES[way],
            href: `${here}?way=${way}`,
            current: way === preview.way,
          }))}
      />
      {closed.map(([why, ways]) => (
        <p key={why} className="px-2.25 text-sm text-ink-2 wrap-anywhere">
          {ways.map((one) => WAY_NAMES[one.way]).join(" and ")}: {why}.
        </p>
      ))}
    </div>
  )
}

interface SourceListProps {
  team: string
  sources: readonly Source[]
  /** ISO instant. */
  now: string
}

/** The sources of a team with their pending changes, most changes first. */
export function WriteBackSourceList({ team, sources, now }: SourceListProps) {
  const pending = (source: Source) => source.waiting - source.onBranch
  return (
    <Table label="Changes to write back" className="md:table-fixed">
      <thead>
        <tr>
          <Th className="max-md:w-full">Source</Th>
          <Th className="w-52 max-md:hidden">Changes</Th>
          <Th className="w-36 max-md:hidden">Last import</Th>
          <ActionsTh />
        </tr>
      </thead>
      <tbody>
        {sources
          .toSorted((a, b) => pending(b) - pending(a) || b.waiting - a.waiting)
          .map((source) => (
            <tr key={source.id}>
              <Td className="max-w-0 truncate font-medium max-md:h-auto max-md:py-1.5" title={source.name}>
                <span className="max-md:hidden">{source.name}</span>
                <span className="md:hidden">{shortPath(source.name)}</span>
                <span className="block font-normal text-ink-2 md:hidden">{changeWords(source)}</span>
              </Td>
              <Td className="text-ink-2 max-md:hidden">{changeWords(source)}</Td>
              <Td className="text-ink-2 max-md:hidden">
                {source.lastImportedAt ? <Instant at={source.lastImportedAt} now={now} /> : "never"}
              </Td>
              <Td className="text-right">
                <ButtonLink size="sm" href={writeBackPath(team, source.id)}>
                  {pending(source) > 0 ? "Review" : "Open"}
                </ButtonLink>
              </Td>
            </tr>
          ))}
      </tbody>
    </Table>
  )
}

/** Returns the pending changes of a source: "3 files to write back, 2 files on a branch", "Up to date". */
function changeWords({ waiting, onBranch }: Source): string {
  const parts = [
    waiting > onBranch ? `${formatCount(waiting - onBranch, "file")} to write back` : null,
    onBranch > 0 ? `${formatCount(onBranch, "file")} on a branch` : null,
  ].filter((part) => part !== null)
  return parts.length > 0 ? parts.join(", ") : "Up to date"
}
