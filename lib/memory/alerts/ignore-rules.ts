import type { AlertKind } from "./kinds"

/** A curator’s rule that ignores alerts of a kind in a scope. */
export interface IgnoreRule {
  readonly id: string
  readonly kind: AlertKind
  /** Null matches all projects. */
  readonly projectId: string | null
  /** Null matches all agents. */
  readonly agentName: string | null
  /** A pattern with * for part of a name and ** for any folders; null matches any path. */
  readonly path: string | null
}

/** The parts of an alert that rules match. */
export interface Ignorable {
  readonly kind: AlertKind
  readonly projectId: string | null
  readonly agent: string | null
  readonly path: string | null
}

/** Returns the id of the first rule that ignores the alert, or null. */
export function ruleFor(rules: readonly IgnoreRule[], alert: Ignorable): string | null {
  return rules.find((rule) => ignores(rule, alert))?.id ?? null
}

export function ignores(rule: Omit<IgnoreRule, "id">, alert: Ignorable): boolean {
  if (rule.kind !== alert.kind) return false
  if (rule.projectId !== null && rule.projectId !== alert.projectId) return false
  if (rule.agentName !== null && rule.agentName !== alert.agent) return false
  return rule.path === null || (alert.path !== null && matchesPath(rule.path, alert.path))
}

/** True if a pattern matches a path. Time is bounded by both lengths, because people write the patterns. */
export function matchesPath(pattern: string, path: string): boolean {
  return matchParts(
    pattern.split("/"),
    path.split("/"),
    (part, name) => part === "**" || matchName(part, name),
    (part) => part === "**",
  )
}

const matchName = (pattern: string, name: string): boolean =>
  matchParts(
    [...pattern],
    [...name],
    (part, letter) => part === "*" || part === letter,
    (part) => part === "*",
  )

/** True if all parts match, with backtracking to the last wildcard. */
function matchParts(
  pattern: readonly string[],
  given: readonly string[],
  fits: (part: string, one: string) => boolean,
  isMany: (part: string) => boolean,
): boolean {
  let [at, from] = [0, 0]
  let back: { at: number; from: number } | null = null
  while (from < given.length) {
    const part = pattern[at]
    if (part !== undefined && isMany(part)) back = { at: (at += 1), from }
    else if (part !== undefined && fits(part, given[from] as string)) [at, from] = [at + 1, from + 1]
    else if (back) [at, from, back] = [back.at, back.from + 1, { at: back.at, from: back.from + 1 }]
    else return false
  }
  while (at < pattern.length && isMany(pattern[at] as string)) at += 1
  return at === pattern.length
}
