import type { KeyBinding } from "@/components/data/keys"

interface ReviewActions {
  /** A panel is open: what one types is meant for it. */
  readonly busy: boolean
  step: (by: 1 | -1) => void
  accept: () => void
  edit: () => void
  promote: () => void
  reject: () => void
  undo: () => void
  open: () => void
  acceptRest: () => void
  publish: () => void
}

/** What each key does while a synthesis is gone through, in the order in which `?` lists them. */
export function reviewKeys({ busy, ...does }: ReviewActions): KeyBinding[] {
  const unlessBusy = (run: () => void) => () => (busy ? undefined : run())
  return [
    { keys: "j", does: "Next claim", run: () => does.step(1) },
    { keys: "ArrowDown", does: "Next claim", run: () => does.step(1) },
    { keys: "k", does: "Previous claim", run: () => does.step(-1) },
    { keys: "ArrowUp", does: "Previous claim", run: () => does.step(-1) },
    { keys: "a", does: "Accept", run: unlessBusy(does.accept) },
    { keys: "e", does: "Edit, then accept", run: unlessBusy(does.edit) },
    { keys: "m", does: "Accept as promotion to shared memory", run: unlessBusy(does.promote) },
    { keys: "r", does: "Reject with a reason", run: unlessBusy(does.reject) },
    { keys: "u", does: "Undo this decision, or the last", run: unlessBusy(does.undo) },
    { keys: "o", does: "Open the cited entry in its file", run: unlessBusy(does.open) },
    { keys: "A", does: "Accept all that nothing speaks against", run: unlessBusy(does.acceptRest) },
    { keys: "p", does: "Publish", run: unlessBusy(does.publish) },
  ]
}
