import { Instant, OwnZoneField } from "@/components/data/instant"
import { Link } from "@/components/ui/link"
import { VisibleText } from "@/components/text/visible-text"
import { ButtonLink, Button } from "@/components/ui/button"
import { ActionsTh, Table, Td, Th, TableBox } from "@/components/data/table"
import { Field, Input, Select, ProjectOptions } from "@/components/ui/field"
import { formatCount } from "@/lib/memory/text/sentence"
import {
  type RevertRequest,
  KIND_WORD,
  previewPath,
  type Writer,
  WRITER_KINDS,
  historyPath,
  type PastEvent,
  restorePath,
  type RevertLine,
} from "./reverts"

interface WriterTableProps {
  team: string
  writers: readonly Writer[]
  /** Filters of the list, which the preview keeps. */
  narrowed: RevertRequest
  now: string
}

/** Writers whose writes are still current, latest first. */
export function WriterTable({ team, writers, narrowed, now }: WriterTableProps) {
  return (
    <Table label="Writers">
      <thead>
        <tr>
          <Th>Writer</Th>
          <Th>Kind</Th>
          <Th numeric>Files</Th>
          <Th numeric>Revisions</Th>
          <Th numeric>Proposals</Th>
          <Th>First</Th>
          <Th>Last</Th>
          <ActionsTh />
        </tr>
      </thead>
      <tbody>
        {writers.map((writer) => {
          const href = previewPath(team, { [writer.kind]: writer.id, ...narrowed })
          return (
            <tr key={`${writer.kind} ${writer.id}`}>
              <Td className="max-w-44 truncate font-medium md:max-w-80">
                <Link href={href} className="hover:underline">
                  <VisibleText text={writer.name} />
                </Link>
              </Td>
              <Td className="text-ink-2">{KIND_WORD[writer.kind]}</Td>
              <Td numeric>{writer.files.toLocaleString("en")}</Td>
              <Td numeric>{writer.revisions.toLocaleString("en")}</Td>
              <Td numeric>
                {writer.proposals > 0 ? (
                  writer.proposals.toLocaleString("en")
                ) : (
                  <span className="text-ink-3">0</span>
                )}
              </Td>
              <Td className="text-ink-2">
                <Instant at={writer.first} now={now} />
              </Td>
              <Td className="text-ink-2">
                <Instant at={writer.last} now={now} />
              </Td>
              <Td className="text-right">
                <ButtonLink
                  size="sm"
                  href={href}
                  aria-label={`Preview a revert of writes by the ${KIND_WORD[writer.kind]} ${writer.name}`}
                >
                  Preview
                </ButtonLink>
              </Td>
            </tr>
          )
        })}
      </tbody>
    </Table>
  )
}

interface WriterFiltersProps {
  projects: readonly { slug: string; name: string }[]
  values: { readonly from?: string; readonly to?: string; readonly by?: string; readonly project?: string }
}

/** Filters of the writers. A GET form, so that the filters are in the address. */
export function WriterFilters({ projects, values }: WriterFiltersProps) {
  return (
    <TableBox className="p-4">
      <form className="flex flex-wrap items-end gap-3" aria-label="Filter writes">
        <div className="w-40">
          <Field label="Writer">
            {(control) => (
              <Select {...control} name="by" defaultValue={values.by ?? ""}>
                <option value="">All writers</option>
                {Object.entries(WRITER_KINDS).map(([kind, words]) => (
                  <option key={kind} value={kind}>
                    {words}
                  </option>
                ))}
              </Select>
            )}
          </Field>
        </div>
        <ProjectSelect projects={projects} chosen={values.project} />
        <div className="w-40">
          <Field label="Since">
            {(control) => (
              <Input {...control} type="date" name="from" defaultValue={values.from?.slice(0, 10)} />
            )}
          </Field>
        </div>
        <div className="w-40">
          <Field label="Until">
            {(control) => <Input {...control} type="date" name="to" defaultValue={values.to?.slice(0, 10)} />}
          </Field>
        </div>
        <OwnZoneField />
        <Button type="submit">Filter</Button>
      </form>
    </TableBox>
  )
}

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
          <Field label="Time (your time zone)" required>
            {(control) => <Input {...control} type="datetime-local" step={1} name="at" />}
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
                {formatCount(event.files, "file")}, by {event.by}, <Instant at={event.before} now={now} />
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

interface ProjectSelectProps {
  projects: readonly { slug: string; name: string }[]
  chosen?: string | undefined
}

/** Select for one project or all. Hidden if there is only one. */
function ProjectSelect({ projects, chosen = "" }: ProjectSelectProps) {
  if (projects.length < 2) return null
  return (
    <div className="w-40">
      <Field label="Project">
        {(control) => (
          <Select {...control} name="project" defaultValue={chosen}>
            <option value="">All projects</option>
            <ProjectOptions projects={projects} />
          </Select>
        )}
      </Field>
    </div>
  )
}

/** Recent reverts and restores. */
export function RevertList({
  team,
  reverts,
  now,
}: {
  team: string
  reverts: readonly RevertLine[]
  now: string
}) {
  return (
    <Table label="Recent reverts">
      <thead>
        <tr>
          <Th>Action</Th>
          <Th>By</Th>
          <Th numeric>Files</Th>
          <Th numeric>Writes</Th>
          <Th>When</Th>
        </tr>
      </thead>
      <tbody>
        {reverts.map((revert) => (
          <tr key={revert.id}>
            <Td className="max-w-120 truncate font-medium">
              <Link href={`${historyPath(team)}/${revert.id}`} className="hover:underline">
                <RevertTitle {...revert} />
              </Link>
            </Td>
            <Td className="text-ink-2">{revert.by}</Td>
            <Td numeric>{revert.files.toLocaleString("en")}</Td>
            <Td numeric>{revert.writes.toLocaleString("en")}</Td>
            <Td className="text-ink-2">
              <Instant at={revert.at} now={now} />
            </Td>
          </tr>
        ))}
      </tbody>
    </Table>
  )
}

/** Title of a revert or restore: "Restored everything in ledger as of 22 Nov 2026, 05:31:07". */
export function RevertTitle({ of, name }: Pick<RevertLine, "of" | "name">) {
  if (of.at)
    return (
      <>
        Restored everything{of.project ? ` in ${of.project}` : ""} as of <Instant at={of.at} look="second" />
      </>
    )
  return <VisibleText text={of.revert || of.promotion ? `Undid ${name}` : `Reverted writes by ${name}`} />
}
