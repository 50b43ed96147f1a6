import { actorOfEvent, sentenceOf } from "@/lib/memory/audit/audit-sentence"

/** An event on the audit page. */
export interface ShownEvent {
  readonly number: number
  /** The position in the chain, or null. */
  readonly link: number | null
  readonly hash: string | null
  /** ISO instant. */
  readonly at: string
  readonly by: { readonly kind: string; readonly id: string; readonly name: string }
  /** noun.verb */
  readonly kind: string
  readonly subject: string
  readonly detail: Readonly<Record<string, unknown>>
  /** The address of the target file, if it still exists. */
  readonly fileHref: string | null
  /** The address of the proposal, or null. */
  readonly proposalHref: string | null
}

/** The filters in the address; "" matches anything. */
export interface AuditQuery {
  readonly of: string
  readonly kind: string
  readonly who: string
  readonly by: string
  readonly subject: string
  readonly from: string
  readonly to: string
  /** The time zone of `from` and `to`. */
  readonly zone: string
  readonly before: string
}

const NAMES = ["of", "kind", "who", "by", "subject", "from", "to", "zone", "before"] as const

/** Returns the filters in the address. The first value of repeated parameters counts. */
export function readAuditQuery(asked: Readonly<Record<string, string | string[] | undefined>>): AuditQuery {
  return Object.fromEntries(
    NAMES.map((name) => [name, [asked[name]].flat()[0]?.trim() ?? ""]),
  ) as unknown as AuditQuery
}

/** Returns the address of the page with these filters. */
export function auditHref(base: string, query: Partial<AuditQuery>): string {
  const search = new URLSearchParams(Object.entries(query).filter(([, value]) => value !== "")).toString()
  return search === "" ? base : `${base}?${search}`
}

/** True if at least one filter is set. The log, the cursor and the time zone do not count. */
export const isNarrowed = ({ of: _, before: __, zone: ___, ...filters }: AuditQuery): boolean =>
  Object.values(filters).some((value) => value !== "")

/**
 * Groups repeated events. An event joins the latest group of its actor if both have the same kind and
 * sentence, even if other actors did something in between. Groups are in the order of their first events.
 */
export function groupRepeated(events: readonly ShownEvent[]): ShownEvent[][] {
  const groups: ShownEvent[][] = []
  const latest = new Map<string, { readonly words: string; readonly group: ShownEvent[] }>()
  for (const event of events) {
    const { name, through } = actorOfEvent(event)
    const actor = JSON.stringify([event.by.kind, event.by.id, name, through])
    const words = wordsOf(event)
    const last = latest.get(actor)
    if (last?.words === words) {
      last.group.push(event)
      continue
    }
    const group = [event]
    groups.push(group)
    latest.set(actor, { words, group })
  }
  return groups
}

function wordsOf(event: ShownEvent): string {
  const { before, subject, after } = sentenceOf(event)
  return JSON.stringify([event.kind, before, subject, after, event.proposalHref])
}
