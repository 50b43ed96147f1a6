import { Instant } from "@/components/data/instant"
import { Link } from "@/components/ui/link"
import { filePath } from "@/components/data/addresses"
import { VisibleText } from "@/components/text/visible-text"
import { count } from "@/components/data/count"
import { Table, Td, Th } from "@/components/data/table"
import { proposedPath } from "./paths"
import type { Compaction } from "./compaction-types"
import { COMPACTION_NAMES, compactionOutcome } from "./compaction-text"

interface HistoryTableProps {
  team: string
  compactions: readonly Compaction[]
  showProject: boolean
  now: string
}

/** Earlier compactions, newest first, with the outcome of their proposals. */
export function HistoryTable({ team, compactions, showProject, now }: HistoryTableProps) {
  return (
    <Table label="Earlier compactions" className="table-fixed">
      <thead className="max-md:sr-only">
        <tr>
          <Th>Memory</Th>
          <Th className="w-32 max-lg:hidden">Type</Th>
          <Th className="w-44 max-md:hidden">Reviewed</Th>
          <Th className="w-64 max-md:hidden">Proposals</Th>
          <Th className="w-48 max-md:hidden">When</Th>
        </tr>
      </thead>
      <tbody>
        {compactions.map((one) => (
          <tr key={one.id}>
            <Td className="h-auto py-2 align-top">
              <span className="grid min-w-0 gap-0.5">
                <span className="truncate max-md:wrap-anywhere max-md:whitespace-normal" title={one.path}>
                  {one.file === null ? (
                    <VisibleText text={one.path} />
                  ) : (
                    <Link href={filePath(team, one.file)} className="font-medium text-ink hover:underline">
                      <VisibleText text={one.path} />
                    </Link>
                  )}
                </span>
                <span className="truncate text-sm text-ink-2 max-md:hidden">
                  {[one.agent, showProject ? one.project : null].filter(Boolean).join(", ")}
                </span>
                <span className="grid gap-0.5 text-sm whitespace-normal text-ink-2 md:hidden">
                  <span>
                    {COMPACTION_NAMES[one.kind]}: {lookedWords(one)}
                  </span>
                  <Outcome team={team} of={one} />
                  <span className="text-ink-3">
                    <Instant at={one.at} now={now} /> by {one.by}
                  </span>
                </span>
              </span>
            </Td>
            <Td className="h-auto py-2 align-top text-ink-2 max-lg:hidden">{COMPACTION_NAMES[one.kind]}</Td>
            <Td className="h-auto py-2 align-top text-ink-2 tabular-nums max-md:hidden">
              {lookedWords(one)}
            </Td>
            <Td className="h-auto py-2 align-top whitespace-normal! max-md:hidden">
              <Outcome team={team} of={one} />
            </Td>
            <Td className="h-auto py-2 align-top text-ink-2 max-md:hidden">
              <span className="grid">
                <Instant at={one.at} now={now} />
                <span className="truncate text-sm text-ink-3">by {one.by}</span>
              </span>
            </Td>
          </tr>
        ))}
      </tbody>
    </Table>
  )
}

const lookedWords = ({ considered, left }: Compaction): string =>
  `${count(considered, "entry", "entries")}, ${left.toLocaleString("en")} not kept`

/** The outcome of a compaction's proposals, with a link to waiting proposals. */
function Outcome({ team, of }: { team: string; of: Compaction }) {
  const waiting = of.proposals.filter(({ state }) => state === "waiting").map(({ id }) => id)
  if (waiting.length === 0) return <span className="text-ink-2">{compactionOutcome(of)}</span>
  return (
    <Link href={proposedPath(team, of, waiting)} className="text-link">
      {compactionOutcome(of)}
    </Link>
  )
}
