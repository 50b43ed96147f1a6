import { SCOPES, type Scope } from "./scope"

/** What somebody typed into the search box: the words, and filters written among them. */
export interface SearchBox {
  readonly words: string
  readonly scope: Scope | null
  readonly agent: string | null
  readonly type: string | null
}

const FILTER = /(?<!\S)(scope|agent|type):("[^"]*"|\S+)/gi

/** Takes `scope:team`, `agent:unit-tester` and `type:decision` out of the words. A scope that is none stays a word; of two filters of a kind the last holds. */
export function readSearchBox(typed: string): SearchBox {
  const found: { scope: Scope | null; agent: string | null; type: string | null } = { scope: null, agent: null, type: null }
  const words = typed.replaceAll(FILTER, (all, name: string, quoted: string) => {
    const value = quoted.replace(/^"|"$/g, "").trim()
    const kind = name.toLowerCase()
    if (value === "") return all
    if (kind === "agent") found.agent = value
    else if (kind === "type") found.type = value
    else {
      const scope = SCOPES.find((one) => one === value.toLowerCase())
      if (scope === undefined) return all
      found.scope = scope
    }
    return ""
  })
  return { words: words.replaceAll(/\s+/g, " ").trim(), ...found }
}

/** The terms of a query as they are to be marked: those that were typed with a star keep it. */
export function termsToMark(terms: readonly string[], typed: string): string[] {
  const starred = new Set(Array.from(typed.toLowerCase().matchAll(/([^\s"*]+)\*/g), (match) => match[1]))
  return terms.map((term) => (starred.has(term) ? `${term}*` : term))
}
