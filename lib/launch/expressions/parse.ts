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
  return new ExpressionParser(source, flags).choice()
}

const ESCAPE =
  /^\\(?:u\{[0-9a-fA-F]+\}|u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|x[0-9a-fA-F]{2}|[pP]\{[^}]*\}|c[A-Za-z]|[^])/u

/** Recursive descent parser of a valid expression. */
class ExpressionParser {
  private readonly groups: (ExpressionNode | null)[] = []
  private readonly names = new Map<string, number>()
  private at = 0

  constructor(
    private readonly source: string,
    private readonly flags: string,
  ) {}

  choice(): ExpressionNode {
    const items = [this.sequence()]
    while (this.source[this.at] === "|") {
      this.at += 1
      items.push(this.sequence())
    }
    const [only] = items
    return items.length === 1 && only ? only : { type: "choice", items }
  }

  private sequence(): ExpressionNode {
    const items: ExpressionNode[] = []
    while (this.at < this.source.length && !"|)".includes(this.source.charAt(this.at)))
      items.push(this.quantified(this.term()))
    return { type: "sequence", items }
  }

  private term(): ExpressionNode {
    const character = this.source.charAt(this.at)
    switch (character) {
      case "(":
        return this.group()
      case "^":
      case "$":
        this.at += 1
        return { type: "assertion", kind: character, body: null }
      case "[":
        return this.set(this.endOfClass())
      case "\\":
        return this.escape()
      default:
        return this.set(this.at + this.lengthOfCharacter())
    }
  }

  private lengthOfCharacter(): number {
    if (!/[uv]/.test(this.flags)) return 1
    return String.fromCodePoint(this.source.codePointAt(this.at) ?? 0).length
  }

  private group(): ExpressionNode {
    const look = this.match(/\(\?(?:=|!|<=|<!)/y)
    if (look) return this.close({ type: "assertion", kind: look[0], body: this.choice() })
    const [text, name] = this.match(/\(\?(?:<([^>]+)>|[a-z-]*:)|\(/y) ?? ["("]
    const number = text === "(" || name ? this.groups.push(null) : 0
    if (name) this.names.set(name, number)
    const body = this.choice()
    if (number) this.groups[number - 1] = body
    return this.close(body)
  }

  /** Matches a sticky pattern at the current position, and moves behind it. */
  private match(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.at
    const found = pattern.exec(this.source)
    this.at += found?.[0].length ?? 0
    return found
  }

  private close(node: ExpressionNode): ExpressionNode {
    this.at += 1
    return node
  }

  private escape(): ExpressionNode {
    if (this.match(/\\[bB]/y)) return { type: "assertion", kind: "boundary", body: null }
    const back = this.match(/\\(?:([1-9]\d*)|k<([^>]+)>)/y)
    if (back) {
      const number = back[1] ? Number(back[1]) : (this.names.get(back[2] ?? "") ?? 0)
      return { type: "back", group: () => this.groups[number - 1] ?? null }
    }
    const rest = this.source.slice(this.at, this.at + 80)
    const [text] = ESCAPE.exec(rest) ?? [rest]
    return this.set(this.at + text.length)
  }

  private set(end: number): ExpressionNode {
    const text = this.source.slice(this.at, end)
    this.at = end
    return { type: "set", source: text }
  }

  private endOfClass(): number {
    let depth = 0
    for (let to = this.at; to < this.source.length; to += 1) {
      const character = this.source[to]
      if (character === "\\") to += 1
      else if (character === "[" && (to === this.at || this.flags.includes("v"))) depth += 1
      else if (character === "]" && (depth -= 1) === 0) return to + 1
    }
    throw new Error(`unclosed character class in /${this.source}/`)
  }

  private quantified(node: ExpressionNode): ExpressionNode {
    const found = this.match(/(?:([*+?])|\{(\d+)(?:(,)(\d*))?\})\??/y)
    if (!found) return node
    const [, sign, least, comma, most] = found
    if (sign)
      return { type: "repeat", body: node, least: sign === "+" ? 1 : 0, most: sign === "?" ? 1 : Infinity }
    const upper = comma ? Number(most || Infinity) : Number(least)
    return { type: "repeat", body: node, least: Number(least), most: upper }
  }
}
