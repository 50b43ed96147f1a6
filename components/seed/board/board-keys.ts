import type { KeyBinding } from "@/components/data/keys"
import type { Plan } from "../seed-types"
import { keyOf, sectionsOf } from "./board-state"

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

/** What each key does while entries are put in their places, in the order in which `?` lists them. */
export function boardKeys(
  plan: Pick<Plan, "sections" | "roles">,
  apply: string,
  does: BoardActions,
): KeyBinding[] {
  const places = sectionsOf(plan).flatMap(({ place, heading }) => {
    const key = keyOf(plan, place)
    return key === null ? [] : [{ keys: key, does: `To ${heading}`, run: () => does.put(key) }]
  })
  return [
    { keys: "j", does: "Next entry", run: () => does.step(1) },
    { keys: "ArrowDown", does: "Next entry", run: () => does.step(1) },
    { keys: "k", does: "Previous entry", run: () => does.step(-1) },
    { keys: "ArrowUp", does: "Previous entry", run: () => does.step(-1) },
    { keys: "ArrowRight", does: "First entry of the next column", run: () => does.column(1) },
    { keys: "ArrowLeft", does: "First entry of the column before", run: () => does.column(-1) },
    ...places,
    { keys: "0", does: "Leave out", run: () => does.put("0") },
    { keys: "u", does: "Undo the last move", run: does.undo },
    { keys: "x", does: "Select, to move several together", run: does.choose },
    { keys: "Escape", does: "Select none", run: does.none },
    { keys: "f", does: "Show unsure ones only, or all", run: does.unsure },
    { keys: "m", does: "Make room: leave out what is of least use", run: does.fit },
    { keys: "o", does: "Open the entry in its file", run: does.open },
    { keys: "p", does: "Preview the file’s text", run: does.text },
    { keys: "c", does: "What the agent is told first", run: does.context },
    { keys: "a", does: apply, run: does.apply },
    { keys: "r", does: "Drop the plan: nothing is written", run: does.drop },
  ]
}
