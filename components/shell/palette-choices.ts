import { newSynthesisPath } from "@/components/data/addresses"
import { newSeedPath } from "@/components/data/addresses"
import { boundKeys } from "@/components/data/keys"
import type { PaletteChoice } from "./palette-group"
import { comparePath, listPages, placePath, projectPath } from "./navigation"
import type { SwitchableTeam } from "./switcher"

interface Where {
  team: string
  project: string | null
  /** True if the user manages the team. */
  manages: boolean
}

/**
 * Returns the pages that the user may open, the API reference, the projects of the team, and the other teams.
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
    ...listPages(manages).map(({ segment, label, within, detail, key, synonyms }) => ({
      id: `page:${segment}`,
      label: within === null ? label : `${within} › ${label}`,
      detail,
      synonyms,
      href: placePath(team, segment, project),
      keys: key ? `g ${key}` : undefined,
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
