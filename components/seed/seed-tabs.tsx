import { Tabs } from "@/components/ui/tabs"

const VIEWS = [
  { segment: "seed", label: "Cold agents" },
  { segment: "seed/migrate", label: "Migration" },
  { segment: "seed/taxonomy", label: "Taxonomy" },
] as const

interface SeedTabsProps {
  team: string
  /** Slug of the project that one looks at; it goes along. */
  project: string | null
  current: (typeof VIEWS)[number]["label"]
}

/** What gives agents memory, and order to it: seeding cold ones, moving between layouts, and which agent belongs where. */
export function SeedTabs({ team, project, current }: SeedTabsProps) {
  return (
    <Tabs
      label="Seed"
      tabs={VIEWS.map(({ segment, label }) => ({
        label,
        href: `/t/${team}/${segment}${project === null ? "" : `?project=${encodeURIComponent(project)}`}`,
        current: label === current,
      }))}
    />
  )
}
