import { RECEIPT_STANDINGS, type ReceiptStanding } from "@/lib/memory/deliveries/delivery-status"
import { DeliveryStateMark } from "./delivery-state"
import type { LoaderState } from "./delivery-list-view"

const MEANINGS: Record<ReceiptStanding, string> = {
  never: "memory never loaded",
  old: "memory changed since delivery",
  current: "latest memory loaded",
  "opted-out": "no memory sent",
}

interface StandingCountsProps {
  standings: readonly LoaderState[]
  state: ReceiptStanding | null
  hrefFor: (state: ReceiptStanding | null) => string
  onChoose: (state: ReceiptStanding | null) => void
}

/** The number of agents by delivery state. Each figure toggles a filter. */
export function DeliveryStateCounts({ standings, state, hrefFor, onChoose }: StandingCountsProps) {
  return (
    <nav
      aria-label="Delivery state"
      className="mb-3.5 flex flex-wrap gap-px overflow-hidden rounded-lg border border-line bg-line"
    >
      {RECEIPT_STANDINGS.map((one) => {
        const next = state === one ? null : one
        return (
          <a
            key={one}
            href={hrefFor(next)}
            aria-current={state === one ? "true" : undefined}
            onClick={(event) => {
              if (event.metaKey || event.ctrlKey || event.shiftKey) return
              event.preventDefault()
              onChoose(next)
            }}
            className="grid min-w-36 flex-1 bg-surface px-3.5 py-2.75 -outline-offset-2 hover:bg-raised current:bg-accent-wash"
          >
            <span className="text-sm">
              <DeliveryStateMark standing={one} />
            </span>
            <span className="flex flex-wrap items-baseline gap-x-1.5">
              <span className="text-xl font-semibold tracking-tight tabular-nums">
                {standings.filter(({ standing }) => standing === one).length.toLocaleString("en")}
              </span>
              <span className="text-sm text-ink-3">{MEANINGS[one]}</span>
            </span>
          </a>
        )
      })}
    </nav>
  )
}
