import type { KeyBinding } from "@/components/data/keys"
import { stepKeys } from "@/components/data/use-list-keys"
import type { SeedPlan } from "../seed-types"
import { keyOf, planSections } from "./board-state"

interface BoardActions {
  step: (by: 1 | -1) => void
  column: (by: 1 | -1) => void
  put: (key: string) => void
  undo: () => void
  choose: () => void
  none: () => void
  apply: () => void
  drop: () => void
  text: () => void
  context: () => void
  fit: () => void
  unsure: () => void
  open: () => void
}

/** Returns the keyboard shortcuts of the board, in the order in which `?` lists them. */
export function boardKeys(
  plan: Pick<SeedPlan, "sections" | "roles">,
  apply: string,
  does: BoardActions,
): KeyBinding[] {
  const places = planSections(plan).flatMap(({ place, heading }) => {
    const key = keyOf(plan, place)
    return key === null ? [] : [{ keys: key, does: `Move to ${heading}`, run: () => does.put(key) }]
  })
  return [
    ...stepKeys({ row: "entry", step: does.step, arrows: true }),
    { keys: "ArrowRight", does: "First entry of the next column", run: () => does.column(1) },
    { keys: "ArrowLeft", does: "First entry of the previous column", run: () => does.column(-1) },
    ...places,
    { keys: "0", does: "Leave out the entry", run: () => does.put("0") },
    { keys: "u", does: "Undo the last move", run: does.undo },
    { keys: "x", does: "Select the entry (to move several at once)", run: does.choose },
    { keys: "Escape", does: "Clear selection", run: does.none },
    { keys: "f", does: "Show only uncertain entries, or show all", run: does.unsure },
    { keys: "m", does: "Make room: leave out the least useful entries", run: does.fit },
    { keys: "o", does: "Open the entry in its file", run: does.open },
    { keys: "p", does: "Preview the file", run: does.text },
    { keys: "c", does: "Preview the first context", run: does.context },
    { keys: "a", does: apply, run: does.apply },
    { keys: "r", does: "Discard the plan", run: does.drop },
  ]
}
