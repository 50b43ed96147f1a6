import { Select } from "@/components/ui/field"
import { capitalize } from "@/lib/memory/text/sentence"
import type { FilterMenu, Filters, Order } from "../inbox-filters"
import type { InboxItem } from "../inbox-item"
import { agentMenu, typeMenu } from "./filter-menus"
import { ALL_LIST_PARTS, listPartsOfTab } from "../list-parts-registry"

const ORDER_WORDS: Record<Order, string> = {
  harm: "Highest impact first",
  file: "By file",
  newest: "Newest first",
  oldest: "Oldest first",
}

interface FilterChoicesProps {
  filters: Filters
  items: readonly InboxItem[]
  onChange: (name: string, value: string) => void
}

/** Filter menus. Their options depend on the listed items. */
export function FilterChoices({ filters, items, onChange }: FilterChoicesProps) {
  const menus = listPartsOfTab(filters.tab)?.menus(filters, items) ?? mixedMenus(filters, items)
  return (
    <div className="grid grid-cols-2 gap-1.5">
      {menus.map(({ name, all, options }) => (
        <Select
          key={name}
          aria-label={capitalize(name)}
          value={filters[name] ?? ""}
          onChange={(event) => onChange(name, event.target.value)}
          className="h-7! text-ink-2"
        >
          <option value="">{all}</option>
          {options.map(([value, word]) => (
            <option key={value} value={value}>
              {word}
            </option>
          ))}
        </Select>
      ))}
      <Select
        aria-label="Sort order"
        value={filters.order}
        onChange={(event) => onChange("order", event.target.value)}
        className="h-7! text-ink-2"
      >
        {Object.entries(ORDER_WORDS).map(([value, word]) => (
          <option key={value} value={value}>
            {word}
          </option>
        ))}
      </Select>
    </div>
  )
}

/** Returns the menus of lists of several kinds. */
function mixedMenus(filters: Filters, items: readonly InboxItem[]): readonly FilterMenu[] {
  const kinds = ALL_LIST_PARTS.map((kind) => kind.mixedMenus(filters, items))
  return [
    typeMenu(kinds.flatMap(({ types }) => types)),
    agentMenu(filters, items),
    ...kinds.flatMap(({ menus = [] }) => menus),
  ]
}
