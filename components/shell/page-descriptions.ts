import type { PageSegment } from "./navigation"

interface PageDescription {
  readonly detail: string
  /** Other words that find the page in the palette. Not shown. */
  readonly synonyms: string
}

/** The descriptions of all pages, for the palette and lists of pages. The rail loads without them. */
export const PAGE_DESCRIPTIONS: Readonly<Record<PageSegment, PageDescription>> = {
  "": {
    detail: "Fleet health and next steps",
    synonyms: "overview dashboard start team project queue statistics charts forecast",
  },
  inbox: {
    detail: "Proposals, conflicts and alerts that need review",
    synonyms: "review queue approve todo",
  },
  agents: { detail: "Every agent and its state", synonyms: "fleet list cold" },
  "agents/overlap": { detail: "Entries that only one agent has", synonyms: "silos missed share" },
  "agents/overlap/repeated": {
    detail: "Entries repeated across agents",
    synonyms: "redundancy redundant duplicates promote",
  },
  "agents/overlap/coverage": { detail: "Sections by category, with gaps", synonyms: "gaps matrix who knows" },
  "agents/delivery": {
    detail: "Which agents loaded their memory",
    synonyms: "receipts hooks harness sessions",
  },
  "agents/delivery/files": { detail: "Which agents load which files", synonyms: "loads start order readers" },
  "agents/growth": {
    detail: "When budgets and load limits are reached",
    synonyms: "growth forecast truncation budget full",
  },
  "agents/growth/activity": { detail: "Entries written per week", synonyms: "heat map writes weeks" },
  memory: { detail: "All memory files", synonyms: "files documents entries" },
  "memory/verify": { detail: "Entries due for verification", synonyms: "stale unverified confirm" },
  "memory/compact": {
    detail: "Daily logs, long files and old runs",
    synonyms: "compaction trim daily logs archive",
  },
  search: { detail: "Search all memory", synonyms: "find query" },
  coach: { detail: "Briefs and orientations", synonyms: "synthesis brief orientation" },
  sources: {
    detail: "Import memory files",
    synonyms: "import upload connect folder repository git directory",
  },
  "sources/imports": { detail: "Past imports and what they changed", synonyms: "runs" },
  "sources/write-back": {
    detail: "Changes not yet written back to their source",
    synonyms: "export push branch patch sync",
  },
  "sources/migrate": { detail: "Move memory to another layout", synonyms: "migration layout format convert" },
  settings: { detail: "Members and invitations", synonyms: "team invite people users roles rename" },
  "settings/categories": {
    detail: "Which agents belong to which category",
    synonyms: "taxonomy coordinator groups",
  },
  "settings/policies": {
    detail: "Budgets, limits and approval rules",
    synonyms: "rules thresholds budget load limit staleness",
  },
  "settings/notifications": {
    detail: "Slack, webhooks and email for alerts",
    synonyms: "channels slack webhook email alerts",
  },
  "settings/account": {
    detail: "Name, password and command-line logins",
    synonyms: "profile password sign-in devices",
  },
  "settings/tokens": { detail: "For agents, hooks and CI", synonyms: "api key token ci mcp" },
  "settings/history": {
    detail: "Revert writes or restore everything",
    synonyms: "history undo revert restore backup",
  },
  "settings/audit": { detail: "All events in the team", synonyms: "events log export chain" },
  "settings/instance": {
    detail: "Scheduled jobs, database and version",
    synonyms: "heartbeat jobs background schedule database version",
  },
  health: { detail: "Score, checks, trends and badge", synonyms: "score trends badge" },
  seed: { detail: "Cold agents and seed plans", synonyms: "cold start predecessor new agent" },
  "agents/compare": { detail: "Shared and unique knowledge", synonyms: "diff" },
  "agents/context": { detail: "What an agent receives", synonyms: "told loaded included" },
}
