import { Instant } from "@/components/data/instant"
import { Link } from "@/components/ui/link"
import { Table, Td, Th } from "@/components/data/table"
import { runPath, type FileCounts, type ImportRun, type RunState } from "./import-types"
import { Tag, type Tone } from "@/components/ui/tag"
import { shortPath } from "@/lib/memory/memory-files/paths"

const LOOK: Record<RunState, { tone: Tone; words: string }> = {
  collecting: { tone: "neutral", words: "upload incomplete" },
  planned: { tone: "caution", words: "needs review" },
  running: { tone: "neutral", words: "running" },
  done: { tone: "good", words: "done" },
  cancelled: { tone: "neutral", words: "discarded" },
  failed: { tone: "danger", words: "failed" },
}

function RunStateTag({ state, stored }: { state: RunState; stored: number }) {
  const { tone, words } = LOOK[state]
  return <Tag tone={tone}>{state === "cancelled" && stored > 0 ? "canceled" : words}</Tag>
}

/** Recent imports, newest first. `now` is an ISO instant. */
export function RunHistory({ team, runs, now }: { team: string; runs: readonly ImportRun[]; now: string }) {
  return (
    <Table label="Imports" className="md:table-fixed">
      <thead>
        <tr>
          <Th className="max-md:w-full">Import</Th>
          <Th className="md:w-32">State</Th>
          <Th className="w-76 max-md:hidden">Files</Th>
          <Th className="w-40 max-md:hidden">By</Th>
          <Th className="md:w-36">When</Th>
        </tr>
      </thead>
      <tbody>
        {runs.map((run) => (
          <tr key={run.run} className="relative hover:bg-raised has-focus-visible:bg-accent-wash">
            <Td className="max-w-0 max-md:w-full">
              <Link
                href={runPath(team, run.run)}
                title={run.source.name}
                className="block truncate font-medium after:absolute after:inset-0"
              >
                <span className="max-md:hidden">{run.source.name}</span>
                <span className="md:hidden">{shortPath(run.source.name)}</span>
              </Link>
            </Td>
            <Td>
              <RunStateTag state={run.state} stored={run.stored.files} />
            </Td>
            <Td className="text-ink-2 truncate tabular-nums max-md:hidden">{didWords(run.files)}</Td>
            <Td className="truncate text-ink-2 max-md:hidden">{run.by}</Td>
            <Td className="text-ink-2">
              <Instant at={run.createdAt} now={now} />
            </Td>
          </tr>
        ))}
      </tbody>
    </Table>
  )
}

/** Returns the counts of files: "412 new, 3 changed, 2 removed". Zero counts are left out. */
function didWords(files: FileCounts): string {
  const parts = [
    [files.new, "new"],
    [files.changed, "changed"],
    [files.gone, "removed"],
    [files.setAside, "quarantined"],
    [files.same, "unchanged"],
    [files.leftAlone, "ignored"],
  ] as const
  const said = parts
    .filter(([number]) => number > 0)
    .map(([number, word]) => `${number.toLocaleString("en")} ${word}`)
  return said.length > 0 ? said.join(", ") : "no memory files"
}
