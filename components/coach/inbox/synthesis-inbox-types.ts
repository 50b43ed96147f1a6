import type { OutputOf } from "@/lib/http/contract"

/** A brief or an orientation, as `GET /syntheses` returns it. Instants are ISO. */
export type SynthesisSummary = OutputOf<"synthesis.list">["syntheses"][number]

/** A cited entry, as it is now. */
export type CitedAgentLine = ClaimSummary["citations"][number]

export type ClaimSummary = SynthesisDetail["statements"][number]

/** A synthesis with all details that the inbox shows, as `GET /syntheses/{id}` returns it. */
export type SynthesisDetail = OutputOf<"synthesis.show">
