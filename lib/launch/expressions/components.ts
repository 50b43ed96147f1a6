/**
 * Returns the strongly connected components of a graph in reverse topological order: what a component leads to comes before it.
 * Source: Tarjan.
 */
export function componentsOf<Node>(
  nodes: Iterable<Node>,
  targetsOf: (node: Node) => Iterable<Node>,
): Node[][] {
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
