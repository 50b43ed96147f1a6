import { type ExpressionNode, parseExpression } from "./parse"

/**
 * Characters that represent all others: Latin-1, and some of each other kind that the project's expressions
 * distinguish.
 */
const SAMPLE = [
  ...Array.from({ length: 256 }, (_, code) => String.fromCharCode(code)),
  ..."ıſKΩωßẞœłжЖابहิ中々かカー가กລཀ\u0300\u0301\u200b\u200d\u2028\u2060\u202f\u3000\u3099\ufeff\ufe0f\uff1a\uff21–—‘’“”„…←→≤≥。！？，：、，\ue123\u24b6\u2801\uff11٣Ⅷ",
  "\u{1f600}",
  "\u{1f1e6}",
  "\u{1d400}",
  "\u{e0041}",
]

/** Maximum number of turns of a repetition that get states of their own. */
const KEPT_TURNS = 2

/** State of the automaton: one character of an expression. */
export interface State {
  readonly id: number
  /** Characters that the state matches, as a bit for each character of the sample. */
  readonly set: bigint
  /** States that may match the next character, each with the number of ways to reach it. */
  readonly edges: Map<State, number>
  /** Limits of the counted repetitions around the state that the automaton treats as unlimited. */
  readonly limits: ReadonlyMap<ExpressionNode, number>
}

export interface Automaton {
  readonly states: readonly State[]
  /** True if a repetition has a count that the automaton does not reproduce. */
  readonly isCounted: boolean
}

/**
 * A part of the automaton: its first and last states, and the states after which it surely accepts (`sure`).
 */
interface Part {
  readonly first: readonly State[]
  readonly last: readonly State[]
  readonly sure: readonly State[]
  readonly isNullable: boolean
  readonly isSurelyNullable: boolean
}

const EMPTY: Part = { first: [], last: [], sure: [], isNullable: true, isSurelyNullable: true }

/**
 * Returns the automaton of an expression: one state for each character of the source (Glushkov), and one for the search in the text.
 *
 * `counts: "cut"` keeps at most two turns of a counted repetition, `"open"` makes it unlimited. Lookaround, boundaries and anchors may
 * hold or fail anywhere; a lookaround's own characters are tried and have no edges. States that surely accept have no edges, because a
 * matcher that reaches one stops.
 */
export function automatonOf(source: string, flags: string, counts: "cut" | "open"): Automaton {
  const tree = parseExpression(source, flags)
  const builder = new AutomatonBuilder(new CharacterSets(source, flags), counts)
  const search = builder.addAnyCharacter()
  const parts = (tree.type === "choice" ? tree.items : [tree]).map((one) => {
    const part = builder.build(one)
    const isAnchored = beginsAnchored(one)
    if (isAnchored && flags.includes("m")) {
      const lineEnd = builder.addCharacter("[\\n\\r\\u2028\\u2029]")
      connect([search], [lineEnd])
      connect([lineEnd], part.first)
    } else if (!isAnchored && !flags.includes("y")) connect([search], part.first)
    return part
  })
  if (search.edges.size > 0) search.edges.set(search, 1)
  removeEdges(
    builder.states,
    parts.flatMap(({ sure }) => sure),
  )
  return { states: builder.states, isCounted: builder.isCounted }
}

/** Removes edges of and to states that surely accept, and edges to states that match no character. */
function removeEdges(states: readonly State[], accepting: readonly State[]): void {
  const ends = new Set(accepting)
  for (const state of states)
    for (const to of state.edges.keys())
      if (ends.has(state) || ends.has(to) || to.set === 0n) state.edges.delete(to)
}

/** Finds the characters of the sample that a part of an expression matches. */
class CharacterSets {
  private readonly sample: readonly string[]
  private readonly flags: string
  private readonly known = new Map<string, bigint>()

  constructor(source: string, flags: string) {
    this.sample = [...new Set([...SAMPLE, ...source, ...source.toLowerCase(), ...source.toUpperCase()])]
    this.flags = flags.replace(/[dgmy]/g, "")
  }

  all(): bigint {
    return (1n << BigInt(this.sample.length)) - 1n
  }

  charactersOf(text: string): bigint {
    const known = this.known.get(text)
    if (known !== undefined) return known
    const expression = new RegExp(`^(?:${text})$`, this.flags)
    let bits = 0n
    for (const [place, character] of this.sample.entries())
      if (expression.test(character)) bits |= 1n << BigInt(place)
    this.known.set(text, bits)
    return bits
  }
}

class AutomatonBuilder {
  readonly states: State[] = []
  isCounted = false
  private readonly limits = new Map<ExpressionNode, number>()

  constructor(
    private readonly sets: CharacterSets,
    private readonly counts: "cut" | "open",
  ) {}

  addAnyCharacter(): State {
    return this.addState(this.sets.all())
  }

  addCharacter(text: string): State {
    return this.addState(this.sets.charactersOf(text))
  }

  build(node: ExpressionNode): Part {
    switch (node.type) {
      case "set": {
        const place = [this.addCharacter(node.source)]
        return { first: place, last: place, sure: place, isNullable: false, isSurelyNullable: false }
      }
      case "sequence":
        return this.buildAll(node.items).reduce(join, EMPTY)
      case "choice":
        return either(this.buildAll(node.items))
      case "back": {
        const group = node.group()
        return group ? this.build(group) : EMPTY
      }
      case "assertion": {
        const tried = node.body ? this.build(node.body) : EMPTY
        return { first: tried.first, last: [], sure: [], isNullable: true, isSurelyNullable: false }
      }
      case "repeat":
        return this.repeat(node)
    }
  }

  private buildAll(nodes: readonly ExpressionNode[]): Part[] {
    return nodes.map((node) => this.build(node))
  }

  private repeat({ body, least, most }: ExpressionNode & { type: "repeat" }): Part {
    const counted = most === Infinity ? least : most
    if (counted > KEPT_TURNS) this.isCounted = true
    const isOpen = most === Infinity || (this.counts === "open" && most > KEPT_TURNS)
    const turns = Math.min(isOpen ? Math.max(least, 1) : most, KEPT_TURNS)
    const needed = Math.min(least, KEPT_TURNS)
    if (isOpen && most !== Infinity) this.limits.set(body, most)
    let built = EMPTY
    for (let turn = turns; turn >= 1; turn -= 1) {
      const part = this.build(body)
      if (turn === turns && isOpen) connect(part.last, part.first)
      built = join(part, built)
      if (turn > needed) built = { ...built, isNullable: true, isSurelyNullable: true }
    }
    this.limits.delete(body)
    return built
  }

  private addState(set: bigint): State {
    const state = {
      id: this.states.length,
      set,
      edges: new Map<State, number>(),
      limits: new Map(this.limits),
    }
    this.states.push(state)
    return state
  }
}

function connect(from: readonly State[], to: readonly State[]): void {
  for (const { edges } of from) for (const state of to) edges.set(state, (edges.get(state) ?? 0) + 1)
}

function join(left: Part, right: Part): Part {
  connect(left.last, right.first)
  return {
    first: left.isNullable ? [...left.first, ...right.first] : left.first,
    last: right.isNullable ? [...left.last, ...right.last] : right.last,
    sure: right.isSurelyNullable ? [...left.sure, ...right.sure] : right.sure,
    isNullable: left.isNullable && right.isNullable,
    isSurelyNullable: left.isSurelyNullable && right.isSurelyNullable,
  }
}

const either = (items: readonly Part[]): Part => ({
  first: items.flatMap(({ first }) => first),
  last: items.flatMap(({ last }) => last),
  sure: items.flatMap(({ sure }) => sure),
  isNullable: items.some(({ isNullable }) => isNullable),
  isSurelyNullable: items.some(({ isSurelyNullable }) => isSurelyNullable),
})

/** True if a part can only begin where `^` holds. */
function beginsAnchored(node: ExpressionNode): boolean {
  if (node.type === "choice") return node.items.every(beginsAnchored)
  if (node.type === "assertion") return node.kind === "^"
  if (node.type !== "sequence") return false
  const first = node.items.find((one) => one.type !== "assertion" || one.kind === "^")
  return first !== undefined && beginsAnchored(first)
}
