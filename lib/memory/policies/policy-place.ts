import type { Scope } from "../memory-files/format"

export type NamedPlace =
  | { kind: "deployment" | "team" }
  | { kind: "scope"; scope: Scope }
  | { kind: "project"; project: string }
  | { kind: "category"; category: string }
  | { kind: "agent"; project: string; agent: string }

/** Parses the text of a place (see `policyPlace`). An unknown kind counts as "team". */
export function readPlace(place: string): NamedPlace {
  const colon = place.indexOf(":")
  const [kind, name] = colon === -1 ? [place, ""] : [place.slice(0, colon), place.slice(colon + 1)]
  switch (kind) {
    case "scope":
      return { kind, scope: name as Scope }
    case "project":
      return { kind, project: name }
    case "category":
      return { kind, category: name }
    case "agent":
      return { kind, project: name.slice(0, name.indexOf("/")), agent: name.slice(name.indexOf("/") + 1) }
    default:
      return { kind: kind === "deployment" ? kind : "team" }
  }
}

/** Returns a place in words: "the team", "global memory", "the project ledger", "the agent ann in ledger". */
export function placeWords(place: string): string {
  const named = readPlace(place)
  switch (named.kind) {
    case "deployment":
      return "the deployment"
    case "team":
      return "the team"
    case "scope":
      return `${named.scope} memory`
    case "project":
      return `the project ${named.project}`
    case "category":
      return `the category ${named.category}`
    case "agent":
      return `the agent ${named.agent} in ${named.project}`
  }
}
