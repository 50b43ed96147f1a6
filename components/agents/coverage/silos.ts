import type { OutputOf } from "@/lib/http/contract"

/** An entry that one agent has and no teammate in its category. */
export type MissedEntry = OutputOf<"fleet.missed">["entries"][number]
