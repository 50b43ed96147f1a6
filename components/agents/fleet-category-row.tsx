import { Link } from "@/components/ui/link"
import { count } from "@/components/data/count"
import { categoryPath } from "@/components/data/addresses"
import type { FleetCategory } from "./fleet"

interface CategoryRowProps {
  team: string
  /** The category of the agents; null: agents without a category. */
  category: FleetCategory | null
  agents: number
  position: number
}

export function FleetCategoryRow({ team, category, agents, position }: CategoryRowProps) {
  return (
    <tr aria-rowindex={position}>
      <th scope="colgroup" colSpan={2} className={`${CELL} truncate px-3 text-left`}>
        {category ? (
          <Link href={categoryPath(team, category.slug)} className="hover:text-accent">
            {category.name}
          </Link>
        ) : (
          "No category"
        )}
        <span className="ml-2 font-normal text-ink-3">{count(agents, "agent")}</span>
        {category ? <span className="ml-2 font-normal text-ink-3">{category.writePolicy} writes</span> : null}
      </th>
      {/* As many columns as `AgentHead` shows at each width: a colspan over hidden columns would add new ones. */}
      <td aria-hidden className={`${CELL} hidden md:table-cell`} />
      <td aria-hidden colSpan={2} className={`${CELL} hidden lg:table-cell`} />
      <td aria-hidden colSpan={2} className={`${CELL} hidden xl:table-cell`} />
      <td aria-hidden className={`${CELL} hidden 2xl:table-cell`} />
    </tr>
  )
}

const CELL = "h-7.5 border-t border-line bg-raised"
