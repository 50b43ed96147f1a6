import Link from "next/link"
import { count } from "@/components/ui/count"
import { COLUMN_COUNT } from "./agent-head"
import { categoryPath, type FleetCategory } from "./fleet"

interface CategoryRowProps {
  team: string
  /** Null: the agents that belong to none. */
  category: FleetCategory | null
  agents: number
  position: number
}

export function CategoryRow({ team, category, agents, position }: CategoryRowProps) {
  return (
    <tr aria-rowindex={position}>
      <th scope="colgroup" colSpan={COLUMN_COUNT} className="h-7.5 truncate border-t border-line bg-raised px-3 text-left">
        {category ? (
          <Link href={categoryPath(team, category.slug)} prefetch={false} className="hover:text-accent">
            {category.name}
          </Link>
        ) : (
          "No category"
        )}
        <span className="ml-2 font-normal text-ink-3">{count(agents, "agent")}</span>
        {category ? <span className="ml-2 font-normal text-ink-3">{category.writePolicy} writes</span> : null}
      </th>
    </tr>
  )
}
