import { AlertList } from "./alert-list"
import type { AlertSummary } from "./alert-types"

interface AlertsHereProps {
  team: string
  alerts: readonly AlertSummary[]
  total: number
  moreHref: string
}

/** Alerts of a file, shown next to its text. */
export function AlertsHere({ team, alerts, total, moreHref }: AlertsHereProps) {
  if (total === 0) return null
  return (
    <section>
      <h2 className="mb-1.5">
        Alerts <span className="font-normal text-ink-3 tabular-nums">{total.toLocaleString("en")}</span>
      </h2>
      <AlertList team={team} alerts={alerts} total={total} moreHref={moreHref} />
    </section>
  )
}
