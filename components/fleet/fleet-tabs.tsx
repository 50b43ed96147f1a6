import { FLEET_VIEWS, placePath } from "@/components/shell/places"
import { Tabs } from "@/components/ui/tabs"

const VIEWS = [{ segment: "fleet", label: "Agents" }, ...FLEET_VIEWS] as const

interface FleetTabsProps {
  team: string
  /** Slug of the project that one looks at; it goes along. */
  project: string | null
  current: (typeof VIEWS)[number]["label"]
}

export function FleetTabs({ team, project, current }: FleetTabsProps) {
  return (
    <Tabs
      label="Fleet"
      tabs={VIEWS.map(({ segment, label }) => ({
        label,
        href: placePath(team, segment, project),
        current: label === current,
      }))}
    />
  )
}
