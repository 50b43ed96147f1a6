import type { FilePlace, SeedPlace } from "./seed-entry"

/**
 * Returns a place as one word, as in the API and the CLI: "shared", "coordinator", "role:risk-architect",
 * "left-out".
 */
export const placeName = (place: SeedPlace | { readonly kind: "left-out" }): string =>
  place.kind === "role" ? `role:${place.role}` : place.kind

/** Parses the name of a place; null for other words. */
export function readPlaceName(name: string): FilePlace | { readonly kind: "left-out" } | null {
  if (name === "shared" || name === "coordinator" || name === "left-out") return { kind: name }
  return name.startsWith("role:") && name.length > "role:".length
    ? { kind: "role", role: name.slice("role:".length) }
    : null
}
