import { Instant } from "@/components/data/instant"
import { Link } from "@/components/ui/link"
import { count } from "@/components/data/count"
import { Table, Td, Th } from "@/components/data/table"
import { Tag, type Tone } from "@/components/ui/tag"
import { writeBackPath } from "@/components/data/addresses"
import type { WriteBack } from "./write-back-types"
import { WAY_NAMES } from "./write-back-text"

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
  return said.length > 0 ? said.join(", ") : count(0, "file")
}
