import { Instant } from "@/components/data/instant"
import { Link } from "@/components/ui/link"
import { Table, Td, Th } from "@/components/data/table"
import { Tag } from "@/components/ui/tag"
import { migrationPath } from "@/components/data/addresses"
import { type Migration, migratedWords } from "./migration-text"

/** Past migrations, newest first. */
export function PastList({
  team,
  migrations,
  now,
}: {
  team: string
  migrations: readonly Migration[]
  now: string
}) {
  return (
    <Table label="Migrations">
      <thead>
        <tr>
          <Th>When</Th>
          <Th>Layouts</Th>
          <Th className="max-md:hidden">Changes</Th>
          <Th className="max-md:hidden">By</Th>
        </tr>
      </thead>
      <tbody>
        {migrations.map((one) => (
          <tr key={one.id} className="relative hover:bg-raised has-focus-visible:bg-accent-wash">
            <Td>
              <Link href={migrationPath(team, one.id)} className="font-medium after:absolute after:inset-0">
                <Instant at={one.at} now={now} />
              </Link>
            </Td>
            <Td>
              {one.from} → {one.to} {one.undone ? <Tag>undone</Tag> : null}
            </Td>
            <Td className="text-ink-2 max-md:hidden">{migratedWords(one)}</Td>
            <Td className="text-ink-2 max-md:hidden">{one.by}</Td>
          </tr>
        ))}
      </tbody>
    </Table>
  )
}
