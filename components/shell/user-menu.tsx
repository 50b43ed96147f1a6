"use client"

import { LogOut, Monitor, Moon, Sun } from "lucide-react"
import { useTheme } from "next-themes"
import { useTransition } from "react"
import { MenuButton } from "@/components/ui/menu-button"
import { openOverlay } from "@/components/data/overlays"
import { Avatar } from "@/components/comments/avatar"
import { Kbd } from "@/components/ui/kbd"

export interface PersonProps {
  name: string
  /** Server action that ends the session. */
  signOut: () => Promise<void>
}

const THEMES = [
  { theme: "system", label: "System", icon: <Monitor className="icon" aria-hidden /> },
  { theme: "light", label: "Light", icon: <Sun className="icon" aria-hidden /> },
  { theme: "dark", label: "Dark", icon: <Moon className="icon" aria-hidden /> },
]

/** The user menu at the bottom of the rail: theme, keyboard shortcuts, sign out. */
export function Person({ name, signOut }: PersonProps) {
  const { theme, setTheme } = useTheme()
  const [, startTransition] = useTransition()
  return (
    <div className="mt-auto flex items-center gap-1">
      <MenuButton
        side="top"
        className="flex h-8 min-w-0 flex-1 items-center gap-2 rounded-md px-2 text-ink-2 hover:bg-raised hover:text-ink"
        groups={[
          {
            label: "Theme",
            items: THEMES.map((one) => ({
              ...one,
              current: one.theme === theme,
              run: () => setTheme(one.theme),
            })),
          },
          {
            items: [
              {
                label: "Sign out",
                icon: <LogOut className="icon" aria-hidden />,
                run: () => startTransition(signOut),
              },
            ],
          },
        ]}
      >
        <Avatar name={name} />
        <span className="truncate">{name}</span>
      </MenuButton>
      <button
        type="button"
        aria-label="Keyboard shortcuts"
        aria-keyshortcuts="?"
        className="grid size-8 shrink-0 place-items-center rounded-md"
        onClick={() => openOverlay("keys")}
      >
        <Kbd hidden>?</Kbd>
      </button>
    </div>
  )
}
