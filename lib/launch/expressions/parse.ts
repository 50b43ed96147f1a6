/** A part of a regular expression. */
export type ExpressionNode =
  /** One character, by the source that matches it. */
  | { readonly type: "set"; readonly source: string }
  | { readonly type: "sequence"; readonly items: readonly ExpressionNode[] }
  | { readonly type: "choice"; readonly items: readonly ExpressionNode[] }
  | { readonly type: "repeat"; readonly body: ExpressionNode; readonly least: number; readonly most: number }
  /** Lookaround with a body, a word boundary, or an anchor. */
  | { readonly type: "assertion"; readonly kind: string; readonly body: ExpressionNode | null }
  /** A reference to what a group matched. */
  | { readonly type: "back"; readonly group: () => ExpressionNode | null }

/** Parses the source of a regular expression. Throws if it is invalid. */
export function parseExpression(source: string, flags: string): ExpressionNode {
  new RegExp(source, flags)
  const unicode = /[uv]/.test(flags)
  const groups: (ExpressionNode | null)[] = []
  const names = new Map<string, number>()
  let at = 0

  const choice = (): ExpressionNode => {
    const items = [sequence()]
    while (source[at] === "|") {
      at += 1
      items.push(sequence())
    }
    const [only] = items
    return items.length === 1 && only ? only : { type: "choice", items }
  }

  const sequence = (): ExpressionNode => {
    const items: ExpressionNode[] = []
    while (at < source.length && source[at] !== "|" && source[at] !== ")") items.push(quantified(term()))
    return { type: "sequence", items }
  }

  const term = (): ExpressionNode => {
    const character = source.charAt(at)
    if (character === "(") return group()
    if (character === "^" || character === "$") {
      at += 1
      return { type: "assertion", kind: character, body: null }
    }
    if (character === "[") return set(endOfClass())
    if (character === "\\") return escape()
    if (character === ".") return set(at + 1)
    return set(at + (unicode ? String.fromCodePoint(source.codePointAt(at) ?? 0).length : 1))
  }

  const group = (): ExpressionNode => {
    const around = /\(\?(?:=|!|<=|<!)/y
    around.lastIndex = at
    const look = around.exec(source)
    if (look) {
      at += look[0].length
      return close({ type: "assertion", kind: look[0], body: choice() })
    }
    const opening = /\(\?(?:<([^>]+)>|[a-z-]*:)|\(/y
    opening.lastIndex = at
    const [text, name] = opening.exec(source) ?? ["("]
    at += text.length
    const number = text === "(" || name ? groups.push(null) : 0
    if (name) names.set(name, number)
    const body = choice()
    if (number) groups[number - 1] = body
    return close(body)
  }

  const close = (node: ExpressionNode): ExpressionNode => {
    at += 1
    return node
  }

  const escape = (): ExpressionNode => {
    const rest = source.slice(at, at + 80)
    const boundary = /^\\[bB]/.exec(rest)
    if (boundary) {
      at += 2
      return { type: "assertion", kind: "boundary", body: null }
    }
    const back = /^\\(?:([1-9]\d*)|k<([^>]+)>)/.exec(rest)
    if (back) {
      at += back[0].length
      const number = back[1] ? Number(back[1]) : (names.get(back[2] ?? "") ?? 0)
      return { type: "back", group: () => groups[number - 1] ?? null }
    }
    const [text] =
      /^\\(?:u\{[0-9a-fA-F]+\}|u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|x[0-9a-fA-F]{2}|[pP]\{[^}]*\}|c[A-Za-z]|[^])/u.exec(
        rest,
      ) ?? [rest]
    return set(at + text.length)
  }

  const set = (end: number): ExpressionNode => {
    const text = source.slice(at, end)
    at = end
    return { type: "set", source: text }
  }

  const endOfClass = (): number => {
    let depth = 0
    for (let to = at; to < source.length; to += 1) {
      if (source[to] === "\\") to += 1
      else if (source[to] === "[" && (to === at || flags.includes("v"))) depth += 1
      else if (source[to] === "]" && (depth -= 1) === 0) return to + 1
    }
    throw new Error(`unclosed class in /${source}/`)
  }

  const quantified = (node: ExpressionNode): ExpressionNode => {
    const mark = /(?:([*+?])|\{(\d+)(?:(,)(\d*))?\})\??/y
    mark.lastIndex = at
    const found = mark.exec(source)
    if (!found) return node
    at += found[0].length
    const [, sign, least, comma, most] = found
    if (sign)
      return { type: "repeat", body: node, least: sign === "+" ? 1 : 0, most: sign === "?" ? 1 : Infinity }
    const upper = !comma ? Number(least) : most === "" ? Infinity : Number(most)
    return { type: "repeat", body: node, least: Number(least), most: upper }
  }

  return choice()
}
