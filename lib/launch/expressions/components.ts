/**
 * Returns the strongly connected components of a graph in reverse topological order: what a component leads to comes before it.
 * Source: Tarjan.
 */
export function componentsOf<Node>(
  nodes: Iterable<Node>,
  targetsOf: (node: Node) => Iterable<Node>,
): Node[][] {
  const index = new Map<Node, number>()
  const low = new Map<Node, number>()
  const open = new Set<Node>()
  const components: Node[][] = []
  const stack: Node[] = []
  const lower = (node: Node, value: number) => low.set(node, Math.min(low.get(node) ?? value, value))
  const enter = (node: Node): readonly [Node, Iterator<Node>] => {
    index.set(node, index.size)
    lower(node, index.size - 1)
    stack.push(node)
    open.add(node)
    return [node, targetsOf(node)[Symbol.iterator]()]
  }
  for (const root of nodes) {
    if (index.has(root)) continue
    const work = [enter(root)]
    for (let current = work.at(-1); current !== undefined; current = work.at(-1)) {
      const [node, targets] = current
      const next = targets.next()
      if (!next.done) {
        if (!index.has(next.value)) work.push(enter(next.value))
        else if (open.has(next.value)) lower(node, index.get(next.value) ?? 0)
        continue
      }
      work.pop()
      const parent = work.at(-1)?.[0]
      if (parent !== undefined) lower(parent, low.get(node) ?? 0)
      if (low.get(node) !== index.get(node)) continue
      const component = stack.splice(stack.lastIndexOf(node))
      for (const one of component) open.delete(one)
      components.push(component)
    }
  }
  return components
}
