import { Instant } from "@/components/data/instant"
import { ButtonLink } from "@/components/ui/button"
import { count } from "@/components/data/count"
import { ActionsTh, Table, Td, Th } from "@/components/data/table"
import type { Source } from "@/components/sources/import-statuses"
import { shortPath } from "@/components/text/short-path"
import { writeBackPath } from "@/components/data/addresses"

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
    waiting > onBranch ? `${count(waiting - onBranch, "file")} to write back` : null,
    onBranch > 0 ? `${count(onBranch, "file")} on a branch` : null,
  ].filter((part) => part !== null)
  return parts.length > 0 ? parts.join(", ") : "Up to date"
}
