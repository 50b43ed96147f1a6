import { Unreachable } from "@/components/source/ask"
import { newKey } from "@/components/ui/new-key"
import { openOutbox } from "./outbox"

/** One for all pages: what was decided is sent, wherever one goes next. */
export const outbox = openOutbox({
  mayHelpToRetry: (cause) => cause instanceof Unreachable,
  pause: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  newKey,
})

/** Decided since this page was loaded: the router may show an older list again when one goes back. */
export const decidedHere = new Set<string>()
