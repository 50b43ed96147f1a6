"use client"

import { Command } from "cmdk"
import { Kbd } from "@/components/ui/kbd"
import { newSynthesisPath, newSeedPath } from "@/components/data/addresses"
import { boundKeys } from "@/components/data/keyboard-shortcuts"
import { comparePath, INBOX_TABS, inboxTabPath, listPages, placePath, projectPath } from "./navigation"
import { PAGE_DESCRIPTIONS } from "./page-descriptions"
import type { SwitchableTeam } from "./rail"

/** An item of the palette that opens `href` or calls `run`. */
export interface PaletteChoice {
  id: string
  label: string
  /** Secondary text after the label, such as a project or a path. */
  detail?: string
  /** Other words that match the choice. Not shown. */
  synonyms?: string
  href?: string
  keys?: string
  run?: () => void
}

/** Returns the value that identifies a choice for cmdk. */
export function choiceValue(title: string, choice: PaletteChoice): string {
  return `${title} ${choice.id}`
}

export function PaletteGroup({
  title,
  choices,
  onChoose,
}: {
  title: string
  choices: readonly PaletteChoice[]
  onChoose: (choice: PaletteChoice) => void
}) {
  if (choices.length === 0) return null
  return (
    <Command.Group
      heading={<span className="block px-2 pt-1.5 pb-0.5 text-xs font-medium text-ink-3">{title}</span>}
    >
      {choices.map((choice) => (
        <Command.Item
          key={choice.id}
          value={choiceValue(title, choice)}
          onSelect={() => onChoose(choice)}
          className="flex h-8 cursor-pointer items-center gap-2 rounded-md px-2 data-[selected=true]:bg-accent-wash"
        >
          <span className="truncate">{choice.label}</span>
          {choice.detail ? (
            <span className="min-w-0 truncate text-sm text-ink-2">{choice.detail}</span>
          ) : null}
          <span className="ml-auto flex gap-1">
            {choice.keys?.split(" ").map((key) => (
              <Kbd key={key} hidden>
                {key.toUpperCase()}
              </Kbd>
            ))}
          </span>
        </Command.Item>
      ))}
    </Command.Group>
  )
}

interface Where {
  team: string
  project: string | null
  /** True if the user manages the team. */
  manages: boolean
}

/**
 * Returns the pages that the user may open, the lists of the inbox, the API reference, the projects of the
 * team, and the other teams.
 */
export function pageChoices({
  team,
  project,
  manages,
  teams,
}: Where & { teams: readonly SwitchableTeam[] }): PaletteChoice[] {
  const here = teams.find((one) => one.slug === team)
  const others = teams.filter((one) => one.slug !== team)
  return [
    ...listPages(manages).map(({ segment, label, within, key }) => ({
      id: `page:${segment}`,
      label: within === null ? label : `${within} › ${label}`,
      ...PAGE_DESCRIPTIONS[segment],
      href: placePath(team, segment, project),
      keys: key ? `g ${key}` : undefined,
    })),
    ...INBOX_TABS.map((tab) => ({
      id: `inbox:${tab.query}`,
      label: `Inbox › ${tab.label}`,
      synonyms: "review queue",
      href: inboxTabPath(team, tab, project),
      keys: tab.key ? `g ${tab.key}` : undefined,
    })),
    {
      id: "docs",
      label: "HTTP API",
      detail: "Reference",
      synonyms: "docs openapi rest mcp",
      href: "/docs/api",
    },
    ...(here?.projects ?? []).map((one) => ({
      id: `project:${one.slug}`,
      label: one.name,
      detail: "project",
      href: projectPath(team, one.slug),
    })),
    ...others.map((one) => ({
      id: `team:${one.slug}`,
      label: one.name,
      detail: "team",
      href: placePath(one.slug, "", null),
    })),
  ]
}

/** Returns the global actions. */
export function actionChoices({ team, project, manages }: Where): PaletteChoice[] {
  return [
    {
      id: "import",
      label: "Import memory files",
      synonyms: "upload connect source folder archive",
      href: placePath(team, "sources", null),
    },
    {
      id: "coach:brief",
      label: "New brief",
      detail: "Findings across agents",
      synonyms: "coach synthesis",
      href: newSynthesisPath(team, "brief", { project }),
    },
    {
      id: "coach:orientation",
      label: "New orientation for…",
      detail: "For an agent that is about to start",
      synonyms: "coach synthesis",
      href: newSynthesisPath(team, "orientation", { project }),
    },
    {
      id: "seed:new",
      label: "Seed an agent…",
      synonyms: "cold start predecessor new agent",
      href: newSeedPath(team, { project: project ?? undefined }),
    },
    { id: "compare", label: "Compare two agents…", synonyms: "diff", href: comparePath(team, {}) },
    ...(manages ? teamActions(team) : []),
    {
      id: "password",
      label: "Change your password",
      synonyms: "account",
      href: placePath(team, "settings/account", null),
    },
    { id: "sign-out", label: "Sign out", synonyms: "log out leave", href: "/sign-out" },
  ]
}

/** Returns the actions for people who manage the team. */
function teamActions(team: string): PaletteChoice[] {
  return [
    {
      id: "invite",
      label: "Invite a colleague",
      synonyms: "member invitation add person user",
      href: placePath(team, "settings", null),
    },
    {
      id: "rename",
      label: "Rename team",
      synonyms: "name",
      href: placePath(team, "settings", null),
    },
    {
      id: "token",
      label: "Create an access token",
      synonyms: "api key ci hook",
      href: placePath(team, "settings/tokens", null),
    },
    {
      id: "channel",
      label: "Add a notification channel",
      synonyms: "slack webhook email alert",
      href: placePath(team, "settings/notifications", null),
    },
    {
      id: "restore",
      label: "Restore everything to an earlier time",
      synonyms: "undo backup revert rollback",
      href: placePath(team, "settings/history", null),
    },
  ]
}

/** Returns the shortcuts of this page as actions on the selected item. */
export function itemChoices(): PaletteChoice[] {
  return boundKeys()
    .filter(({ title }) => title !== "Everywhere" && title !== "Go to")
    .flatMap(({ title, bindings }) =>
      bindings.flatMap(({ keys, does, run }) =>
        run
          ? [{ id: `key:${title}:${keys}`, label: does, keys, run: () => run(new KeyboardEvent("keydown")) }]
          : [],
      ),
    )
}

/**
 * Returns the choices that contain every word of the query, with prefix matches first. Returns all if the
 * query is empty.
 */
export function matchingChoices(choices: readonly PaletteChoice[], query: string): PaletteChoice[] {
  const words = wordsOf(query)
  return choices
    .filter(({ label, detail, synonyms }) => {
      const text = `${label} ${detail ?? ""} ${synonyms ?? ""}`.toLowerCase()
      return words.every((word) => text.includes(word))
    })
    .toSorted((a, b) => rankOf(a, query) - rankOf(b, query))
}

/** Returns the groups with the best match first, because Enter opens the first choice of the first group. */
export function byBestMatch<G extends { readonly choices: readonly PaletteChoice[] }>(
  groups: readonly G[],
  query: string,
): G[] {
  const best = ({ choices: [first] }: G) => (first ? rankOf(first, query) : 3)
  return groups.toSorted((a, b) => best(a) - best(b))
}

/** Returns 0 if the label starts with the query, 1 if the label contains all its words, otherwise 2. */
function rankOf({ label }: PaletteChoice, query: string): number {
  const name = label.toLowerCase()
  if (name.startsWith(query.toLowerCase())) return 0
  return wordsOf(query).every((word) => name.includes(word)) ? 1 : 2
}

const wordsOf = (query: string): string[] => query.toLowerCase().split(/\s+/).filter(Boolean)

/**
 * Returns the name in "orientation for unit-tester" or "orient unit-tester". Null for other queries or if the
 * name is missing.
 */
export function readOrientationName(query: string): string | null {
  return /^\s*(?:new\s+)?orient(?:ation)?(?:\s+for)?\s+(?!fo?r?\s*$)(\S.*)$/i.exec(query)?.[1]?.trim() ?? null
}

/** Returns a choice for each agent found. If none was found, returns one for the typed name. */
export function orientChoices({
  team,
  project,
  whom,
  found,
}: {
  team: string
  project: string | null
  whom: string
  found: readonly PaletteChoice[]
}): PaletteChoice[] {
  const agents = found.flatMap(({ id, label, detail }) =>
    id.startsWith("agent:") ? [{ name: label, within: detail }] : [],
  )
  const named = agents.length > 0 ? agents : [{ name: whom, within: undefined }]
  return named.map(({ name, within }) => ({
    id: `orient:${within ?? ""}/${name}`,
    label: `New orientation for ${name}`,
    detail: within,
    href: newSynthesisPath(team, "orientation", { agent: name, project, in: within }),
  }))
}
