import { ALERT } from "./alert"
import { CONFLICT } from "./conflict"
import type { InboxKind } from "./inbox-kind"
import { PROPOSAL } from "./proposal"
import { SEED } from "./seed"
import { SYNTHESIS } from "./synthesis"

/** The kinds of items of the Inbox, in their order in a list by file. Add a kind here. */
export const INBOX_KINDS: readonly InboxKind[] = [PROPOSAL, CONFLICT, SYNTHESIS, SEED, ALERT]

export const INBOX_KIND_IDS = INBOX_KINDS.map((kind) => kind.id)
