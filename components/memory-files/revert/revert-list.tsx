import { Instant } from "@/components/data/instant"
import { Link } from "@/components/ui/link"
import { Table, Td, Th } from "@/components/data/table"
import { historyPath, type RevertLine } from "./revert-types"
import { RevertTitle } from "./revert-title"

/** Recent reverts and restores. */
export function RevertList({
  team,
  reverts,
  now,
}: {
  team: string
  reverts: readonly RevertLine[]
  now: string
}) {
  return (
    <Table label="Recent reverts">
      <thead>
        <tr>
          <Th>Action</Th>
          <Th>By</Th>
          <Th numeric>Files</Th>
          <Th numeric>Writes</Th>
          <Th>When</Th>
        </tr>
      </thead>
      <tbody>
        {reverts.map((revert) => (
          <tr key={revert.id}>
            <Td className="max-w-120 truncate font-medium">
              <Link href={`${historyPath(team)}/${revert.id}`} className="hover:underline">
                <RevertTitle {...revert} />
              </Link>
            </Td>
            <Td className="text-ink-2">{revert.by}</Td>
            <Td numeric>{revert.files.toLocaleString("en")}</Td>
            <Td numeric>{revert.writes.toLocaleString("en")}</Td>
            <Td className="text-ink-2">
              <Instant at={revert.at} now={now} />
            </Td>
          </tr>
        ))}
      </tbody>
    </Table>
  )
}
