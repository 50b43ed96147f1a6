"use client"

import { usePathname, useRouter } from "next/navigation"
import { buttonLook } from "@/components/ui/button-look"
import { changedQuery } from "@/components/data/url-query"
import { Select } from "@/components/ui/field"
import { SYNTHESIS_KINDS, SYNTHESIS_STATES } from "@/lib/memory/coach/synthesis"
import { useListKeys } from "@/components/data/keyboard-shortcuts"

const KINDS = { brief: "Briefs", orientation: "Orientations" } as const
const STATES = {
  waiting: "Waiting for review",
  published: "Published",
  replaced: "Replaced",
  rejected: "Rejected",
} as const

interface CoachFiltersProps {
  projects: readonly { readonly slug: string; readonly name: string }[]
  /** The current values, from the URL. */
  asked: { readonly project?: string; readonly kind?: string; readonly state?: string }
}

/** The filters of the list, kept in the URL. Without JavaScript, a button submits the form. */
export function CoachFilters({ projects, asked }: CoachFiltersProps) {
  const router = useRouter()
  const path = usePathname()
  const change = (name: string, value: string) =>
    router.push(
      `${path}${changedQuery(new URLSearchParams(window.location.search), { [name]: value, after: null })}`,
      { scroll: false },
    )
  const choices = [
    ...(projects.length > 1 || asked.project
      ? [
          {
            name: "project",
            label: "Project",
            all: "All projects",
            value: asked.project,
            of: projects.map(({ slug, name }) => [slug, name] as const),
          },
        ]
      : []),
    {
      name: "kind",
      label: "Kind",
      all: "Any kind",
      value: asked.kind,
      of: SYNTHESIS_KINDS.map((kind) => [kind, KINDS[kind]] as const),
    },
    {
      name: "state",
      label: "State",
      all: "Any state",
      value: asked.state,
      of: SYNTHESIS_STATES.map((state) => [state, STATES[state]] as const),
    },
  ]
  return (
    <search>
      <form className="flex flex-wrap items-center gap-2">
        {choices.map(({ name, label, all, value, of }) => (
          <Select
            key={name}
            name={name}
            aria-label={label}
            value={value ?? ""}
            onChange={(event) => change(name, event.target.value)}
            className="text-ink-2 max-md:flex-1 md:max-w-48"
          >
            <option value="">{all}</option>
            {of.map(([one, words]) => (
              <option key={one} value={one}>
                {words}
              </option>
            ))}
          </Select>
        ))}
        <noscript>
          <button type="submit" className={buttonLook("default", "sm")}>
            Apply
          </button>
        </noscript>
      </form>
    </search>
  )
}

/**
 * Keyboard shortcuts of the list. `begin` has the addresses of the start panels; null for people who may not
 * start the coach.
 */
export function CoachKeys({
  begin,
}: {
  begin: { readonly brief: string; readonly orientation: string } | null
}) {
  const router = useRouter()
  const row = "brief or orientation"
  useListKeys("Coach", {
    rows: "main a[data-synthesis]",
    row,
    opens: `Open ${row}`,
    more:
      begin === null
        ? []
        : [
            { keys: "n", does: "New brief", run: () => router.push(begin.brief) },
            { keys: "o", does: "New orientation", run: () => router.push(begin.orientation) },
          ],
  })
  return null
}
