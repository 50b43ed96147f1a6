import { OwnZoneField } from "@/components/data/own-zone-field"
import { Instant } from "@/components/data/instant"
import { Link } from "@/components/ui/link"
import { VisibleText } from "@/components/text/visible-text"
import { Button } from "@/components/ui/button"
import { count } from "@/components/data/count"
import { Field, Input } from "@/components/ui/field"
import { TableBox } from "@/components/data/table"
import { ProjectSelect } from "./project-select"
import { historyPath, type PastEvent, restorePath } from "./revert-types"

interface RestoreChoiceProps {
  team: string
  projects: readonly { slug: string; name: string }[]
  events: readonly PastEvent[]
  now: string
}

/** Form that chooses the time to restore to: before one of the large changes, or any time. */
export function RestoreChoice({ team, projects, events, now }: RestoreChoiceProps) {
  return (
    <TableBox className="grid gap-4 p-4">
      <form
        action={`${historyPath(team)}/restore`}
        className="flex flex-wrap items-end gap-3"
        aria-label="Restore everything"
      >
        <div className="w-60">
          <Field label="Time (your time zone)">
            {(control) => <Input {...control} type="datetime-local" step={1} name="at" required />}
          </Field>
        </div>
        <OwnZoneField />
        <ProjectSelect projects={projects} />
        <Button type="submit">Preview</Button>
      </form>
      {events.length > 0 ? (
        <ul className="grid gap-1" aria-label="Large changes">
          {events.map((event) => (
            <li key={`${event.kind} ${event.before}`} className="flex flex-wrap gap-x-3">
              <Link
                href={restorePath(team, { at: event.before })}
                className="min-w-0 text-link wrap-anywhere"
              >
                Before <VisibleText text={eventWords(event)} />
              </Link>
              <span className="text-ink-2">
                {count(event.files, "file")}, by {event.by}, <Instant at={event.before} now={now} />
              </span>
            </li>
          ))}
        </ul>
      ) : null}
    </TableBox>
  )
}

function eventWords({ kind, name }: PastEvent): string {
  if (kind === "import") return `the import of ${name}`
  if (kind === "decisions") return name
  return kind === "restore" ? `the restore of ${name}` : `the revert of ${name}`
}
