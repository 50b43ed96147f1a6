import type { FormAction } from "@/components/ui/form-state"
import { Table, Td, Th } from "@/components/ui/table"
import { WRITE_POLICIES } from "@/lib/memory/taxonomy"
import { type ListedCategory, WritingForm } from "./writing-form"
import { WRITING_WORDS } from "./words"

interface CategoryTableProps {
  team: string
  categories: readonly ListedCategory[]
  /** Names of the team's agents, to choose a coordinator from. */
  agents: readonly string[]
  manages: boolean
  action: FormAction
}

/** How entries get into what the agents of a category share. */
export function CategoryTable({ team, categories, agents, manages, action }: CategoryTableProps) {
  return (
    <div className="grid gap-2.5">
      <dl className="grid gap-1 text-ink-2">
        {WRITE_POLICIES.map((policy) => (
          <div key={policy}>
            <dt className="inline font-medium text-ink">{policy}</dt>: <dd className="inline">{WRITING_WORDS[policy]}</dd>
          </div>
        ))}
      </dl>
      <datalist id="agents-of-team">
        {agents.map((name) => (
          <option key={name}>{name}</option>
        ))}
      </datalist>
      <Table label="How categories are written">
        <thead>
          <tr>
            <Th>Category</Th>
            <Th>Written by agents</Th>
          </tr>
        </thead>
        <tbody>
          {categories.map((category) => (
            <tr key={category.slug}>
              <Td className="font-medium">{category.name}</Td>
              <Td className="py-1">
                {manages ? (
                  <WritingForm team={team} category={category} agents={agents} action={action} />
                ) : (
                  <>
                    {category.writePolicy}
                    {category.coordinator ? <span className="text-ink-2">, coordinated by {category.coordinator}</span> : null}
                  </>
                )}
              </Td>
            </tr>
          ))}
        </tbody>
      </Table>
    </div>
  )
}
