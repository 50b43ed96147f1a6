import type { Automaton, State } from "./automaton"

/**
 * Returns the strongly connected components of a graph in reverse topological order: what a component leads to comes before it.
 * Source: Tarjan.
 */
function componentsOf<Node>(nodes: Iterable<Node>, targetsOf: (node: Node) => Iterable<Node>): Node[][] {
  const search = new ComponentSearch(targetsOf)
  for (const root of nodes) search.from(root)
  return search.components
}

class ComponentSearch<Node> {
  readonly components: Node[][] = []
  private readonly index = new Map<Node, number>()
  private readonly low = new Map<Node, number>()
  private readonly open = new Set<Node>()
  private readonly stack: Node[] = []

  constructor(private readonly targetsOf: (node: Node) => Iterable<Node>) {}

  /** Visits a node and all nodes that it leads to. Iterative, because graphs can be deep. */
  from(root: Node): void {
    if (this.index.has(root)) return
    const work = [this.enter(root)]
    for (let current = work.at(-1); current !== undefined; current = work.at(-1)) {
      const [node, targets] = current
      const next = targets.next()
      if (!next.done) {
        if (!this.index.has(next.value)) work.push(this.enter(next.value))
        else if (this.open.has(next.value)) this.lower(node, this.index.get(next.value) ?? 0)
        continue
      }
      work.pop()
      this.leave(node, work.at(-1)?.[0])
    }
  }

  private enter(node: Node): readonly [Node, Iterator<Node>] {
    this.index.set(node, this.index.size)
    this.lower(node, this.index.size - 1)
    this.stack.push(node)
    this.open.add(node)
    return [node, this.targetsOf(node)[Symbol.iterator]()]
  }

  private leave(node: Node, parent: Node | undefined): void {
    if (parent !== undefined) this.lower(parent, this.low.get(node) ?? 0)
    if (this.low.get(node) !== this.index.get(node)) return
    const component = this.stack.splice(this.stack.lastIndexOf(node))
    for (const one of component) this.open.delete(one)
    this.components.push(component)
  }

  private lower(node: Node, value: number): void {
    this.low.set(node, Math.min(this.low.get(node) ?? value, value))
  }
}

/** Maximum number of product states. Larger expressions are not judged. */
const MOST_PRODUCTS = 3_000_000

/**
 * Returns the worst-case work of a backtracking matcher with an automaton. `degree`: exponent of the text's
 * length (0 for constant, 1 for linear, 2 for quadratic work), or Infinity for exponential work. `factor`:
 * the factor that loops with a limit add. Null if the automaton is too large to judge.
 *
 * Two different ways through a loop for the same text make the work exponential. A text that leads through
 * one loop, from there to another loop and through that one, raises the degree by one. Source: Weber and
 * Seidl, "On the degree of ambiguity of finite automata".
 */
export function degreeOf({ states }: Automaton): { readonly degree: number; readonly factor: number } | null {
  const loops = componentsOf(states, ({ edges }) => edges.keys()).filter(
    ([first, ...others]) => first !== undefined && (others.length > 0 || first.edges.has(first)),
  )
  for (const loop of loops) {
    const found = isAmbiguous(loop, states.length)
    if (found === null) return null
    if (found) return { degree: Infinity, factor: Infinity }
  }
  const leadingTo = statesBefore(states)
  const order = loops.toReversed().map((loop) => ({ loop, degree: 1, factor: 1 }))
  for (const [place, from] of order.entries()) {
    const reached = closureOf(from.loop, ({ edges }) => edges.keys())
    for (const to of order.slice(place + 1)) {
      if (!to.loop.some((state) => reached.has(state))) continue
      const length = lengthOfRaise(from.loop, to.loop, betweenOf(reached, leadingTo(to.loop)), states.length)
      if (length === null) return null
      const isRaised = length < Infinity
      const turns = isRaised ? Math.ceil(limitOf(to.loop) / length) : 1
      to.degree = Math.max(to.degree, from.degree + (isRaised ? 1 : 0))
      to.factor = Math.max(to.factor, from.factor * turns)
    }
  }
  return {
    degree: Math.max(0, ...order.map(({ degree }) => degree)),
    factor: Math.max(1, ...order.map(({ factor }) => factor)),
  }
}

/** Returns how many turns a loop of counted repetitions takes at most; 1 for a loop without a count, which raises the degree. */
function limitOf(loop: readonly State[]): number {
  const limits = new Map(loop.flatMap((state) => [...state.limits]))
  return [...limits.values()].reduce((product, limit) => product * limit, 1)
}

/** True if one text leads from a state of the loop to itself in two ways; null if the loop is too large. */
function isAmbiguous(loop: readonly State[], size: number): boolean | null {
  const inside = new Set(loop)
  const nextOf = ({ edges }: State) => [...edges].filter(([to]) => inside.has(to))
  if (loop.some((state) => nextOf(state).some(([, ways]) => ways > 1))) return true
  const keyOf = (left: State, right: State) => left.id * size + right.id
  const before = new Map<number, number[]>()
  const queue = loop.map((state): readonly [State, State] => [state, state])
  const equal = new Set(queue.map(([left, right]) => keyOf(left, right)))
  const seen = new Set(equal)
  for (const [left, right] of queue) {
    for (const [one] of nextOf(left))
      for (const [other] of nextOf(right)) {
        if ((one.set & other.set) === 0n) continue
        const key = keyOf(one, other)
        const held = before.get(key)
        if (held) held.push(keyOf(left, right))
        else before.set(key, [keyOf(left, right)])
        if (seen.has(key)) continue
        seen.add(key)
        queue.push([one, other])
      }
    if (queue.length > MOST_PRODUCTS) return null
  }
  return [...closureOf(equal, (key) => before.get(key) ?? [])].some((key) => !equal.has(key))
}

/**
 * State of reading one text in three ways at once: through the first loop, from it to the second, and through
 * the second.
 */
interface Triple {
  readonly first: State
  readonly middle: State
  readonly last: State
  /** Minimum length of a text that leads to this triple. */
  readonly length: number
  readonly targets: Triple[]
}

/**
 * Returns the minimum length of a text that leads through `from`, from it to `to`, and through `to`. Infinity
 * if there is none; null if there are too many triples to examine.
 */
function lengthOfRaise(
  from: readonly State[],
  to: readonly State[],
  between: ReadonlySet<State>,
  size: number,
): number | null {
  const [firsts, lasts] = [new Set(from), new Set(to)]
  const triples = new Map<number, Triple>()
  const queue: Triple[] = []
  const add = (first: State, middle: State, last: State, length: number): Triple => {
    const key = (first.id * size + middle.id) * size + last.id
    const held = triples.get(key)
    if (held !== undefined) return held
    const triple = { first, middle, last, length, targets: [] }
    triples.set(key, triple)
    queue.push(triple)
    return triple
  }
  for (const first of from) for (const last of to) add(first, first, last, 0)
  const ends = new Map<Triple, Triple>()
  for (const triple of queue) {
    const { first, middle, last, length, targets } = triple
    for (const [nextFirst, nextMiddle, nextLast] of nextStates(triple, { firsts, between, lasts }))
      targets.push(add(nextFirst, nextMiddle, nextLast, length + 1))
    if (middle === last) {
      const start = add(first, first, last, 0)
      targets.push(start)
      ends.set(triple, start)
    }
    if (queue.length > MOST_PRODUCTS) return null
  }
  return leastLength(queue, ends)
}

/** Yields the states after a triple that one character leads to. */
function* nextStates(
  { first, middle, last }: Triple,
  { firsts, between, lasts }: Readonly<Record<"firsts" | "between" | "lasts", ReadonlySet<State>>>,
): Generator<readonly [State, State, State]> {
  for (const nextFirst of first.edges.keys()) {
    if (!firsts.has(nextFirst)) continue
    for (const nextLast of last.edges.keys()) {
      const shared = lasts.has(nextLast) ? nextFirst.set & nextLast.set : 0n
      if (shared === 0n) continue
      for (const nextMiddle of middle.edges.keys())
        if (between.has(nextMiddle) && (shared & nextMiddle.set) !== 0n)
          yield [nextFirst, nextMiddle, nextLast]
    }
  }
}

/** Returns the least length of a triple that leads back to its start; Infinity if none does. */
function leastLength(triples: readonly Triple[], starts: ReadonlyMap<Triple, Triple>): number {
  let least = Infinity
  for (const component of componentsOf(triples, ({ targets }) => targets)) {
    const members = new Set(component)
    for (const triple of component) {
      const start = starts.get(triple)
      if (start !== undefined && members.has(start)) least = Math.min(least, triple.length)
    }
  }
  return least
}

/** Returns a function that lists the states that lead to a loop. */
function statesBefore(states: readonly State[]): (loop: readonly State[]) => Set<State> {
  const before = new Map<State, State[]>(states.map((state) => [state, []]))
  for (const state of states) for (const to of state.edges.keys()) before.get(to)?.push(state)
  return (loop) => closureOf(loop, (state) => before.get(state) ?? [])
}

const betweenOf = (reached: ReadonlySet<State>, leading: ReadonlySet<State>): Set<State> =>
  new Set([...leading].filter((state) => reached.has(state)))

function closureOf<Node>(from: Iterable<Node>, nextOf: (node: Node) => Iterable<Node>): Set<Node> {
  const seen = new Set(from)
  for (const node of seen) for (const next of nextOf(node)) seen.add(next)
  return seen
}
