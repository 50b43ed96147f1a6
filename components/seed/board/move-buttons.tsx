import { Kbd } from "@/components/ui/kbd"
import type { PlanPlace } from "../seed-types"

export interface MoveTarget {
  readonly place: PlanPlace
  readonly heading: string
  readonly key: string | null
}

/** Buttons that move the entry to another section, each with its key. */
export function MoveButtons({
  targets,
  at,
  onPut,
}: {
  targets: readonly MoveTarget[]
  at: PlanPlace
  onPut: (place: PlanPlace) => void
}) {
  return (
    <fieldset className="mt-2 flex flex-wrap gap-1.5">
      <legend className="sr-only">Move to</legend>
      {targets
        .filter(({ place }) => place !== at)
        .map(({ place, heading, key }) => (
          <button
            key={place}
            type="button"
            aria-keyshortcuts={key ?? undefined}
            onClick={() => onPut(place)}
            className="inline-flex min-h-7 items-center gap-1.5 rounded-md border border-line-strong bg-surface px-2 py-0.5 text-left text-sm font-medium hover:bg-raised max-md:min-h-9"
          >
            {heading}
            {key === null ? null : (
              <span className="max-md:hidden">
                <Kbd hidden>{key}</Kbd>
              </span>
            )}
          </button>
        ))}
    </fieldset>
  )
}
