import { ScrollText } from "lucide-react"
import { notFound } from "next/navigation"
import { AuditFilters } from "@/components/audit/audit-filters"
import { ChainState, EventList } from "@/components/audit/audit-log"
import {
  auditHref,
  type AuditQuery,
  isNarrowed,
  readAuditQuery,
  type ShownEvent,
} from "@/components/audit/audit-event"
import { SettingsSection } from "@/components/settings/settings-section"
import { PlaceTop } from "@/components/shell/navigation-page-top"
import { ButtonLink } from "@/components/ui/button"
import { formatCount } from "@/lib/memory/text/sentence"
import { Empty } from "@/components/ui/empty"
import { Notice } from "@/components/ui/notice"
import { TableBox } from "@/components/data/table"
import { Tabs } from "@/components/ui/page-top"
import { requireActor } from "@/lib/auth/actor"
import { findSubjects, countLinks } from "@/lib/db/audit-log"
import { can } from "@/lib/memory/teams/actor"
import { type AuditEvent, listAudit } from "@/lib/operations/audit/audit-log"
import { runOperation } from "@/lib/operations/operation"
import { teamOf } from "@/lib/operations/teams/team-and-project"
import { verifyNow } from "./actions"
import { localPeriod } from "../local-period"
import { verified } from "./verify-chain"

export const metadata = { title: "Audit log" }

/**
 * Maximum number of events for verification on page load. Longer chains are verified on request, so that the
 * page loads quickly.
 */
const VERIFIED_ON_THE_WAY = 20_000

interface AuditPageProps {
  params: Promise<{ team: string }>
  searchParams: Promise<Record<string, string | string[] | undefined>>
}

export default async function AuditPage({ params, searchParams }: AuditPageProps) {
  const [{ team: slug }, asked, actor] = await Promise.all([params, searchParams, requireActor()])
  const team = await teamOf(actor, "read", slug)
  if (!team.ok) notFound()
  if (!can(actor, "manage", { teamId: team.value.id })) return <NotYours team={slug} />
  const query = readAuditQuery(asked)
  const owns = can(actor, "own", { teamId: null })
  const deployment = owns && query.of === "deployment"
  const now = new Date()
  const part = deployment ? {} : { team: slug }
  const base = `/t/${slug}/settings/audit`
  const of = deployment ? "deployment" : ""
  const listed = await runOperation(listAudit, actor, { ...part, ...filtersOf(query) })
  const scope = deployment ? null : team.value.id
  const log = listed.ok ? listed.value : { ...NO_EVENTS, all: await countLinks(scope) }
  const [events, found] = await Promise.all([
    withLinks(slug, scope, log.events),
    log.all <= VERIFIED_ON_THE_WAY ? verified(actor, part.team, now) : null,
  ])
  return (
    <>
      <PlaceTop team={slug} current="settings/audit" />
      <div className="grid grid-cols-1 gap-4 p-4">
        <SettingsSection
          title="Audit log"
          about={`Every event ${deployment ? "outside a team, such as sign-ins, new teams and changes to import folders" : `in ${team.value.name}`}. Each event contains a hash of the previous one, so tampering is detectable. Times are in your time zone.`}
        >
          {owns ? <LogTabs base={base} team={team.value.name} deployment={deployment} /> : null}
          <ChainState
            key={of}
            found={found}
            events={formatCount(log.all, "event")}
            of={of}
            team={slug}
            exportHref={auditHref(`${base}/export`, { of })}
            action={verifyNow}
          />
        </SettingsSection>
        <AuditFilters base={base} query={{ ...query, of, before: "" }} kinds={log.kinds} />
        {listed.ok ? (
          <Events base={base} query={{ ...query, of }} log={log} events={events} now={now.toISOString()} />
        ) : (
          <Notice
            tone="danger"
            title="Invalid search"
            action={<ButtonLink href={auditHref(base, { of })}>Clear search</ButtonLink>}
          >
            {listed.message}
          </Notice>
        )}
      </div>
    </>
  )
}

/** Returns the filters of a query that are set, with dates of the reader's time zone as instants. */
function filtersOf({ of: _, zone, ...filters }: AuditQuery) {
  return {
    ...Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== "")),
    ...localPeriod(filters, zone || "UTC"),
  }
}

function LogTabs({ base, team, deployment }: { base: string; team: string; deployment: boolean }) {
  return (
    <Tabs
      label="Log"
      tabs={[
        { label: team, href: base, current: !deployment },
        { label: "Deployment", href: auditHref(base, { of: "deployment" }), current: deployment },
      ]}
    />
  )
}

const NO_EVENTS = { events: [], next: null, total: 0, kinds: [] }

interface EventsProps {
  base: string
  query: AuditQuery
  log: { readonly total: number; readonly all: number; readonly next: number | null }
  events: readonly ShownEvent[]
  now: string
}

/** A page of events with links to the newest and older ones. */
function Events({ base, query, log, events, now }: EventsProps) {
  if (events.length === 0) return <Nothing base={base} query={query} />
  return (
    <>
      <output className="text-sm text-ink-2">
        {isNarrowed(query)
          ? `${log.total.toLocaleString("en")} of ${formatCount(log.all, "event")}`
          : formatCount(log.total, "event")}
        {query.before ? ", showing older events" : ", newest first"}
      </output>
      <EventList events={events} now={now} />
      <nav aria-label="Pages" className="flex gap-2">
        {query.before ? (
          <ButtonLink href={auditHref(base, { ...query, before: "" })}>Newest events</ButtonLink>
        ) : null}
        {log.next === null ? null : (
          <ButtonLink href={auditHref(base, { ...query, before: String(log.next) })}>Older events</ButtonLink>
        )}
      </nav>
    </>
  )
}

/** Adds links to the files and proposals that events refer to. */
async function withLinks(
  slug: string,
  teamId: string | null,
  events: readonly AuditEvent[],
): Promise<ShownEvent[]> {
  const proposalOf = ({ kind, detail: { proposals } }: AuditEvent) =>
    kind.startsWith("proposal.") && Array.isArray(proposals) && proposals.length === 1
      ? ((proposals[0] as { id?: string }).id ?? null)
      : null
  const known = await findSubjects(teamId, {
    paths: events.map((one) => one.subject),
    proposals: events.flatMap((one) => proposalOf(one) ?? []),
  })
  return events.map((event) => {
    const files = known.files.get(event.subject) ?? []
    const proposal = proposalOf(event)
    const state = proposal === null ? undefined : known.proposals.get(proposal)
    return {
      ...event,
      fileHref: fileHref(slug, files, event.subject),
      proposalHref:
        state === undefined
          ? null
          : `/t/${slug}/inbox?tab=${state === "waiting" ? "proposals" : "decided"}&q=${encodeURIComponent(event.subject)}&item=${proposal}`,
    }
  })
}

/** Returns the address of the file, or of a search if several have the same path. Null if there is none. */
function fileHref(slug: string, files: readonly string[], path: string): string | null {
  if (files.length === 0) return null
  return files.length === 1
    ? `/t/${slug}/memory/${files[0]}`
    : `/t/${slug}/memory?q=${encodeURIComponent(path)}`
}

function Nothing({ base, query }: { base: string; query: AuditQuery }) {
  const narrowed = isNarrowed(query) || query.before !== ""
  return (
    <TableBox>
      <Empty
        icon={<ScrollText className="icon-lg" aria-hidden />}
        title={narrowed ? "No matching events" : "No events yet"}
        action={
          narrowed ? (
            <ButtonLink href={auditHref(base, { of: query.of })}>Show all events</ButtonLink>
          ) : undefined
        }
      >
        {narrowed
          ? "Remove a filter, or try another time range."
          : "Imports, proposals, invitations and other changes will be listed here."}
      </Empty>
    </TableBox>
  )
}

function NotYours({ team }: { team: string }) {
  return (
    <>
      <PlaceTop team={team} current="settings/audit" manages={false} />
      <Empty icon={<ScrollText className="icon-lg" aria-hidden />} title="Only leads can view the audit log">
        Ask a team lead for access or help.
      </Empty>
    </>
  )
}
