import type { KeyBinding } from "@/components/data/keys"
import { stepKeys } from "@/components/data/use-list-keys"

interface ReviewActions {
  /** True while a panel is open and handles the keys. */
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

/** Returns the keyboard shortcuts of the review, in the order in which `?` lists them. */
export function reviewKeys({ busy, ...does }: ReviewActions): KeyBinding[] {
  const unlessBusy = (run: () => void) => () => (busy ? undefined : run())
  return [
    ...stepKeys({ row: "claim", step: does.step, arrows: true }),
    { keys: "a", does: "Accept", run: unlessBusy(does.accept) },
    { keys: "e", does: "Edit and accept", run: unlessBusy(does.edit) },
    { keys: "m", does: "Accept and promote to shared memory", run: unlessBusy(does.promote) },
    { keys: "r", does: "Reject with a reason", run: unlessBusy(does.reject) },
    { keys: "u", does: "Undo this decision or the last one", run: unlessBusy(does.undo) },
    { keys: "o", does: "Open the cited entry in its file", run: unlessBusy(does.open) },
    { keys: "A", does: "Accept all unflagged claims", run: unlessBusy(does.acceptRest) },
    { keys: "p", does: "Publish", run: unlessBusy(does.publish) },
  ]
}
