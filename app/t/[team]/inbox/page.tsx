import { FolderUp } from "lucide-react"
import type { Metadata } from "next"
import { redirect } from "next/navigation"
import { createElement } from "react"
import type { z } from "zod"
import { valueOrNotFound } from "@/app/value-or-not-found"
import type { Filters } from "@/components/inbox/inbox-filters"
import { listQuery } from "@/components/inbox/inbox-pages"
import {
  readFilters,
  isFiltered,
  isDecided,
  itemsOf,
  type InboxPage as ListedPage,
  type InboxPage as InboxList,
} from "@/components/inbox/inbox-query"
import { InboxView } from "@/components/inbox/inbox-view"
import type { ItemSummary } from "@/components/inbox/inbox-item"
import { kindOf, ITEM_KINDS } from "@/components/inbox/item-kind-registry"
import type { KnownDetail } from "@/components/inbox/item-pane"
import { ButtonLink } from "@/components/ui/button"
import { Empty } from "@/components/ui/empty"
import { PageTop } from "@/components/ui/page-top"
import { requireActor } from "@/lib/auth/actor"
import { can, type Actor } from "@/lib/memory/teams/actor"
import { countInbox, listInbox, showListedItem, findListedItem } from "@/lib/operations/inbox/inbox"
import { listMemoryFiles } from "@/lib/operations/memory-files/files"
import { runOperation } from "@/lib/operations/operation"
import { listSavedViews } from "@/lib/operations/inbox/saved-views"
import { teamOf } from "@/lib/operations/teams/team-and-project"
import { singleParameters } from "@/app/page-parameters"
import { alertStateOf } from "@/components/inbox/kinds/alert/alert-kind"
import type { AlertState } from "@/lib/memory/alerts/kinds"
import type { AlertView } from "@/lib/operations/alerts/alert-outputs"
import { showAlert } from "@/lib/operations/alerts/alerts"

/** An alert that a link names and that is not on the first page of the list. */
interface NamedAlert {
  readonly alert: AlertView
  /** The alert’s state if the list does not contain the alert; null if the alert is further down. */
  readonly elsewhere: AlertState | null
}

/**
 * Returns the alert that a notification links to. The alert may be further down in the list, acknowledged or
 * resolved. Null if the address names another item, or the alert does not exist or is not visible.
 */
async function namedAlert(
  actor: Actor,
  team: { readonly slug: string },
  id: string | null,
  filters: Filters,
): Promise<NamedAlert | null> {
  if (id === null || filters.tab !== "alerts" || isFiltered({ ...filters, state: null })) return null
  const found = await runOperation(showAlert, actor, { alert: id })
  if (
    !found.ok ||
    found.value.team.slug !== team.slug ||
    (filters.project !== null && found.value.alert.project?.slug !== filters.project)
  )
    return null
  const { alert } = found.value
  const listed = alertStateOf(filters)
  return { alert, elsewhere: alert.state === listed ? null : alert.state }
}

export const metadata: Metadata = { title: "Inbox" }

/** The number of items in the first response. The rest loads in the background. */
const FIRST = 60

interface InboxPageProps {
  params: Promise<{ team: string }>
  searchParams: Promise<Record<string, string | string[] | undefined>>
}

export default async function InboxPage({ params, searchParams }: InboxPageProps) {
  const [{ team }, asked, actor] = await Promise.all([params, searchParams, requireActor()])
  const query = singleParameters(asked)
  const filters = readFilters(query)
  const project = filters.project ?? undefined
  const [visible, counts, views, files, listed] = await Promise.all([
    teamOf(actor, "read", team),
    runOperation(countInbox, actor, { team, project }),
    runOperation(listSavedViews, actor, { team }),
    runOperation(listMemoryFiles, actor, { team, project, limit: 1 }),
    runOperation(listInbox, actor, { ...listQuery(team, filters), limit: FIRST }),
  ])
  const place = valueOrNotFound(visible)
  const item = query.get("item")
  const page = await withNamedItem(actor, place, item, { filters, page: valueOrNotFound(listed) })
  const figures = valueOrNotFound(counts)
  const isFirstRun =
    valueOrNotFound(files).files.length === 0 && isEmpty(figures) && filters.tab === "waiting"
  if (isFirstRun) return <FirstRun team={team} project={project} />
  const known = await firstDetail(actor, team, { page, filters, item })
  const now = new Date().toISOString()
  query.delete("item")
  const at = { team, now, backHref: `?${query}` }
  return (
    <InboxView
      key={`${filters.tab}/${project ?? ""}`}
      team={team}
      me={actor.id}
      mayCurate={can(actor, "curate", { teamId: place.id })}
      mayComment={can(actor, "propose", { teamId: place.id })}
      page={page}
      counts={figures}
      known={known?.detail ? { ...known, detail: known.detail } : null}
      views={valueOrNotFound(views).views}
      still={known && { id: known.item.id, pane: await stillPane(known, at) }}
      now={now}
    />
  )
}

/**
 * Adds the item that a link names if the first page does not list it. Redirects if another list contains the
 * item.
 */
async function withNamedItem(
  actor: Actor,
  team: { readonly slug: string },
  item: string | null,
  { filters, page }: { filters: Filters; page: ListedPage },
): Promise<ListedPage> {
  if (page.items.some((one) => one.item.id === item)) return page
  const other = await namedItem(actor, team, item, filters)
  if (other !== null) return { ...page, items: [other, ...page.items] }
  const named = await namedAlert(actor, team, item, filters)
  if (named === null) return page
  const { alert, elsewhere } = named
  if (elsewhere) {
    const query = new URLSearchParams({
      ...(filters.project === null ? {} : { project: filters.project }),
      tab: "alerts",
      state: elsewhere,
      item: alert.id,
    })
    redirect(`/t/${team.slug}/inbox?${query}`)
  }
  return { ...page, items: [{ kind: "alert", item: alert }, ...page.items] }
}

const isEmpty = ({ alerts, proposals, syntheses, seedPlans }: Figures): boolean =>
  [alerts, proposals, syntheses, seedPlans].every((one) => one === 0)

type Figures = z.input<typeof countInbox.output>

interface FirstItem extends Omit<KnownDetail, "detail"> {
  readonly item: ItemSummary
  readonly detail: KnownDetail["detail"] | null
}

/** Returns the first item with its details, so that the page works without scripts. */
async function firstDetail(
  actor: Actor,
  team: string,
  { page, filters, item }: { page: ListedPage; filters: Filters; item: string | null },
): Promise<FirstItem | null> {
  const items = itemsOf(page, filters)
  const first = items.find((one) => one.id === item) ?? items[0]
  if (!first) return null
  const named = { kind: first.kind.id, item: first.summary }
  return { ...named, detail: await showListedItem(actor, team, named) }
}

/** Returns the pane of the first item for browsers without scripts. */
async function stillPane(
  { kind, item, detail }: FirstItem,
  at: { readonly team: string; readonly now: string; readonly backHref: string },
) {
  const { Still } = await kindOf({ kind: { id: kind } }).still()
  return createElement(Still, { ...at, summary: item, detail })
}

function FirstRun({ team, project }: { team: string; project: string | undefined }) {
  return (
    <>
      <PageTop title="Inbox" />
      <Empty
        icon={<FolderUp className="icon-lg" aria-hidden />}
        title={project ? "No memory files in this project yet" : "Import your agents’ memory files"}
        action={
          <ButtonLink variant="primary" href={`/t/${team}/sources`}>
            Import memory files
          </ButtonLink>
        }
      >
        Drop a folder in Sources and review it before anything is saved. Items that need review then appear
        here: proposals from agents, files with errors, and lines that are not loaded.
      </Empty>
    </>
  )
}

/** Kinds of items that notifications link to, besides alerts. */
const NAMED = ["proposal", "conflict"]

/**
 * Returns the proposal or conflict that a link names. Redirects to the Decided list if the item is decided.
 * Null if the list is filtered, or the item is of another tab or kind, does not exist or is not visible.
 */
async function namedItem(
  actor: Actor,
  team: { readonly slug: string },
  item: string | null,
  filters: Filters,
): Promise<InboxList["items"][number] | null> {
  if (item === null || isFiltered(filters)) return null
  for (const kind of ITEM_KINDS.filter(({ id }) => NAMED.includes(id))) {
    if (!isDecided(filters) && filters.tab !== kind.tab) continue
    const place = { team: team.slug, project: filters.project ?? undefined }
    const found = await findListedItem(actor, place, { kind: kind.id, item })
    if (found === null) continue
    if (kind.isUndecided(found) === isDecided(filters)) return toDecided(team, item, filters)
    return { kind: kind.id, item: found } as InboxList["items"][number]
  }
  return null
}

/**
 * Redirects to the item in the Decided list. Returns null if the Decided list is already open, because the
 * item is then undecided.
 */
function toDecided(team: { readonly slug: string }, item: string, filters: Filters): null {
  if (isDecided(filters)) return null
  const query = new URLSearchParams({ tab: "decided", item })
  if (filters.project !== null) query.set("project", filters.project)
  redirect(`/t/${team.slug}/inbox?${query}`)
}
