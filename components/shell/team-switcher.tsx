"use client"

import { ChevronsUpDown } from "lucide-react"
import { MenuButton } from "@/components/ui/menu-button"
import type { MenuGroup } from "@/components/ui/menu"
import { placePath } from "./navigation"
import { useCurrentPage } from "./rail"

export interface SwitchableTeam {
  slug: string
  name: string
  projects: readonly { slug: string; name: string }[]
}

/** The team and project switcher. Switching keeps the current page. */
export function Switcher({
  teams,
  mayMakeTeams,
}: {
  teams: readonly SwitchableTeam[]
  mayMakeTeams: boolean
}) {
  const { team: slug, project, page } = useCurrentPage()
  const team = teams.find((one) => one.slug === slug)
  const chosen = team?.projects.find((one) => one.slug === project)
  return (
    <MenuButton
      groups={[...choices(teams, slug, chosen?.slug ?? null, page ?? ""), ...(mayMakeTeams ? [MAKE] : [])]}
      className="flex h-8.5 w-full items-center gap-1.5 rounded-md border border-line bg-surface px-2 font-medium hover:border-line-strong"
    >
      <span className="sr-only">Team and project: </span>
      <span className="truncate">{team?.name ?? slug}</span>
      <span className="min-w-0 flex-1 truncate text-left font-normal text-ink-3">
        / {chosen?.name ?? "all projects"}
      </span>
      <ChevronsUpDown className="icon text-ink-3" aria-hidden />
    </MenuButton>
  )
}

const MAKE: MenuGroup = { label: "Instance", items: [{ label: "New team…", href: "/new-team" }] }

function choices(
  teams: readonly SwitchableTeam[],
  slug: string,
  project: string | null,
  segment: Parameters<typeof placePath>[1],
): MenuGroup[] {
  const here = teams.find((one) => one.slug === slug)
  const others = teams.filter((one) => one.slug !== slug)
  return [
    {
      label: here ? `Projects in ${here.name}` : "Projects",
      items: [
        { label: "All projects", href: placePath(slug, segment, null), current: project === null },
        ...(here?.projects ?? []).map((one) => ({
          label: one.name,
          href: placePath(slug, segment, one.slug),
          current: one.slug === project,
        })),
      ],
    },
    ...(others.length > 0
      ? [
          {
            label: "Other teams",
            items: others.map((one) => ({ label: one.name, href: placePath(one.slug, segment, null) })),
          },
        ]
      : []),
  ]
}
