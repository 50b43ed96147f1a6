import { Button } from "@/components/ui/button"
import { Notice } from "@/components/ui/notice"
import type { ImportRun } from "../source"
import type { PlacementChange } from "./use-run-actions"

interface TeamIdsNoticeProps {
  run: ImportRun
  /** Name of the team. */
  team: string
  busy: boolean
  onPlace: (paths: readonly string[], change: PlacementChange) => void
}

/**
 * Notice about folders of other team ids, with the choice to import or leave out, remembered for later
 * imports.
 */
export function TeamIdsNotice({ run, team, busy, onPlace }: TeamIdsNoticeProps) {
  if (run.teamIds.length === 0) return null
  return (
    <Notice tone="caution" title={`Team folders that do not match ${team}`}>
      Their files become memory of {team} unless you leave them out. Later imports of this source follow your
      choice.
      <ul className="mt-2 grid gap-1.5">
        {run.teamIds.map(({ id, paths }) => (
          <li key={id} className="flex flex-wrap items-center gap-2">
            <bdi className="min-w-24 font-mono text-ink">memory/teams/{id}</bdi>
            <Button size="sm" disabled={busy} onClick={() => onPlace(paths, { remember: true })}>
              Use for {team}
              <span className="sr-only">: {id}</span>
            </Button>
            <Button
              size="sm"
              disabled={busy}
              onClick={() => onPlace(paths, { remember: true, leaveOut: true })}
            >
              Leave out
              <span className="sr-only"> {id}</span>
            </Button>
          </li>
        ))}
      </ul>
    </Notice>
  )
}
