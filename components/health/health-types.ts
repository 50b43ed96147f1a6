import type { OutputOf } from "@/lib/http/contract"

export type ShownPart = OutputOf<"health.show">["parts"][number]

export type ShownSubject = ShownCheck["subjects"][number]

export type ShownCheck = OutputOf<"health.show">["checks"][number]

export type ShownBadge = OutputOf<"health-badge.list">["badges"][number]

export type TrendDay = OutputOf<"health.trends">["days"][number]
