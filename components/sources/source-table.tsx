import { Instant } from "@/components/data/instant"
import { ownValue } from "@/lib/memory/text/own-value"
import { Link } from "@/components/ui/link"
import { formatCount } from "@/lib/memory/text/sentence"
import { Table, Td, Th } from "@/components/data/table"
import { writeBackPath } from "@/components/data/addresses"
import { Tag } from "@/components/ui/tag"
import type { Source } from "./import-types"

const KINDS: Record<string, string> = { upload: "upload", directory: "directory", client: "command line" }

/** The sources of a team with their pending write-backs. `now` is an ISO instant. */
export function SourceTable({
  team,
  sources,
  now,
}: {
  team: string
  sources: readonly Source[]
  now: string
}) {
  return (
    <Table label="Sources" className="md:table-fixed">
      <thead>
        <tr>
          <Th className="max-md:w-full">Source</Th>
          <Th className="w-32 max-md:hidden">Kind</Th>
          <Th numeric className="md:w-20">
            Files
          </Th>
          <Th numeric className="md:w-24">
            Removed
          </Th>
          <Th className="w-52 max-md:hidden">Write-back</Th>
          <Th className="md:w-36">Last import</Th>
        </tr>
      </thead>
      <tbody>
        {sources.map((source) => (
          <tr key={source.id}>
            <Td
              className="max-w-0 font-medium max-md:h-auto max-md:py-1.5 max-md:wrap-anywhere max-md:whitespace-normal md:truncate"
              title={source.name}
            >
              {source.name}
              <span className="block font-normal md:hidden">
                <ToWriteBack team={team} source={source} />
              </span>
            </Td>
            <Td className="text-ink-2 max-md:hidden">{ownValue(KINDS, source.kind) ?? source.kind}</Td>
            <Td numeric>{source.files.toLocaleString("en")}</Td>
            <Td numeric>
              {source.gone > 0 ? (
                <Tag tone="caution">{source.gone} removed</Tag>
              ) : (
                <span className="text-ink-3">0</span>
              )}
            </Td>
            <Td className="max-md:hidden">
              <ToWriteBack team={team} source={source} />
            </Td>
            <Td className="text-ink-2">
              {source.lastImportedAt ? <Instant at={source.lastImportedAt} now={now} /> : "never"}
            </Td>
          </tr>
        ))}
      </tbody>
    </Table>
  )
}

/** Returns the write-back state of a source: "3 files to write back", "2 files on a branch", "up to date". */
function writeBackWords({ waiting, onBranch }: Pick<Source, "waiting" | "onBranch">): string {
  if (waiting === 0) return "up to date"
  if (waiting === onBranch) return `${formatCount(waiting, "file")} on a branch`
  return `${formatCount(waiting - onBranch, "file")} to write back`
}

function ToWriteBack({ team, source: { id, waiting, onBranch } }: { team: string; source: Source }) {
  return (
    <Link
      href={writeBackPath(team, id)}
      className={waiting > onBranch ? "text-link" : "text-ink-2 hover:text-ink"}
    >
      {writeBackWords({ waiting, onBranch })}
    </Link>
  )
}
