import { Link } from "@/components/ui/link"
import { agentPath, categoryPath } from "@/components/data/addresses"
import { TableBox, Td, Th } from "@/components/data/table"
import { type CategoryFigures, inboxPath } from "./overview-figures"

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
