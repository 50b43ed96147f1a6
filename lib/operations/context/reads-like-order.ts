import { findInstructions } from "@/lib/memory/instruction-like"

/** Whether a statement gives orders to whoever reads it. The same statements are asked for at every session start, so what was found is kept. */
export function readsLikeOrder(text: string): boolean {
  const known = judged.get(text)
  if (known !== undefined) return known
  const found = findInstructions(text).length > 0
  if (text.length > LONGEST_KEPT) return found
  if (judged.size >= MOST_KEPT) judged.delete(judged.keys().next().value ?? "")
  judged.set(text, found)
  return found
}

const judged = new Map<string, boolean>()
const MOST_KEPT = 4_000
const LONGEST_KEPT = 1_000
