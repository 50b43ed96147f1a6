import { UnreachableError } from "@/components/data/http-client"
import { newKey } from "@/components/data/idempotency-key"
import { openOutbox } from "./outbox"

/** The outbox of all pages: decisions are sent even after navigation. */
export const outbox = openOutbox({
  mayHelpToRetry: (cause) => cause instanceof UnreachableError,
  pause: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  newKey,
})
