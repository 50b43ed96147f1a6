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

/** A row that names a category. Only the row has a background, so that the name can overflow its cell. */
export function FleetCategoryRow({ team, category, agents, position }: CategoryRowProps) {
  return (
    <tr aria-rowindex={position} className="bg-raised">
      <th scope="colgroup" className={`${CELL} px-3 text-left`}>
        <span className="block w-[min(17.5rem,calc(100vw-4rem))] truncate md:w-120">
          {category ? (
            <Link href={categoryPath(team, category.slug)} className="hover:text-accent">
              {category.name}
            </Link>
          ) : (
            "No category"
          )}
          <span className="ml-2 font-normal text-ink-3">{count(agents, "agent")}</span>
          {category ? (
            <span className="ml-2 font-normal text-ink-3">{category.writePolicy} writes</span>
          ) : null}
        </span>
      </th>
      {/* One cell for each column of `AgentHead`: a span over hidden columns would add some. */}
      <td aria-hidden className={`${CELL} hidden md:table-cell`} />
      <td aria-hidden className={`${CELL} hidden lg:table-cell`} />
      <td aria-hidden className={`${CELL} hidden 2xl:table-cell`} />
      <td aria-hidden className={`${CELL} hidden xl:table-cell`} />
      <td aria-hidden className={`${CELL} hidden lg:table-cell`} />
      <td aria-hidden className={`${CELL} hidden xl:table-cell`} />
      <td aria-hidden className={CELL} />
    </tr>
  )
}

const CELL = "h-7.5 border-t border-line"
