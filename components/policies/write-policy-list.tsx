import type { FormAction } from "@/components/data/form-state"
import { TableBox } from "@/components/data/table"
import { WRITE_POLICIES } from "@/lib/memory/agents/default-categories"
import { type WritableCategory, WritingForm } from "./write-policy-form"
import { WRITING_WORDS } from "./policy-text"

interface CategoryListProps {
  team: string
  categories: readonly WritableCategory[]
  /** Names of the team's agents, to choose a coordinator from. */
  agents: readonly string[]
  manages: boolean
  action: FormAction
}

/** The write policies of the categories. */
export function CategoryList({ team, categories, agents, manages, action }: CategoryListProps) {
  return (
    <div className="grid gap-2.5">
      <ul className="grid gap-1 text-ink-2">
        {WRITE_POLICIES.map((policy) => (
          <li key={policy}>
            <span className="font-medium text-ink">{policy}</span>: {WRITING_WORDS[policy]}
          </li>
        ))}
      </ul>
      <datalist id="agents-of-team">
        {agents.map((name) => (
          <option key={name}>{name}</option>
        ))}
      </datalist>
      <TableBox>
        <ul className="divide-y divide-line">
          {categories.map((category) => (
            <li
              key={category.slug}
              className="grid items-center gap-x-4 gap-y-1.5 px-4 py-1.5 sm:grid-cols-4"
            >
              <span className="font-medium">{category.name}</span>
              <div className="sm:col-span-3">
                {manages ? (
                  <WritingForm team={team} category={category} agents={agents} action={action} />
                ) : (
                  <>
                    {category.writePolicy}
                    {category.coordinator ? (
                      <span className="text-ink-2">, coordinated by {category.coordinator}</span>
                    ) : null}
                  </>
                )}
              </div>
            </li>
          ))}
        </ul>
      </TableBox>
    </div>
  )
}
