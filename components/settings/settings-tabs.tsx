import { Tabs } from "@/components/ui/tabs"

const VIEWS = [
  { segment: "", label: "Members", manage: false },
  { segment: "/tokens", label: "Access tokens", manage: true },
  { segment: "/policies", label: "Policies", manage: false },
  { segment: "/heartbeat", label: "Heartbeat", manage: true },
  { segment: "/notifications", label: "Notifications", manage: false },
  { segment: "/audit", label: "Audit log", manage: true },
  { segment: "/history", label: "History of writes", manage: true },
  { segment: "/account", label: "Your account", manage: false },
] as const

export type SettingsView = (typeof VIEWS)[number]["label"]

interface SettingsTabsProps {
  team: string
  current: SettingsView
  /** Whether the reader manages the team. */
  manages: boolean
}

export function SettingsTabs({ team, current, manages }: SettingsTabsProps) {
  const views = VIEWS.filter((view) => manages || !view.manage)
  return (
    <Tabs
      label="Settings"
      tabs={views.map(({ segment, label }) => ({
        label,
        href: `/t/${team}/settings${segment}`,
        current: label === current,
      }))}
    />
  )
}
