import type { Segment } from "./navigation"

/** Slug of the guide for a page, with an optional anchor. Shown as "?" beside the page's name. */
export const PLACE_GUIDES: Readonly<Partial<Record<Segment, string>>> = {
  agents: "agents",
  "agents/overlap": "agents#silo",
  "agents/overlap/repeated": "agents#overlap",
  "agents/overlap/coverage": "agents#overlap",
  "agents/delivery": "agents#delivery",
  "agents/delivery/files": "agents#load-limit",
  "memory/verify": "review#verify",
  "memory/compact": "compaction",
  coach: "coach#coach-claims",
  sources: "import",
  "sources/write-back": "sync#write-back-from-the-server",
  "sources/migrate": "memory-protocol#category-memory",
  "settings/categories": "seeding#suggested-predecessors",
  "settings/policies": "review#decide-in-the-inbox",
}
