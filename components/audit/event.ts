/** An event as the page shows it. */
export interface ShownEvent {
  readonly number: number
  /** Its place in the chain; null where it stands in none. */
  readonly link: number | null
  readonly hash: string | null
  /** ISO instant. */
  readonly at: string
  readonly by: { readonly kind: string; readonly id: string; readonly name: string }
  /** noun.verb */
  readonly kind: string
  readonly subject: string
  readonly detail: Readonly<Record<string, unknown>>
  /** The file that it happened to, where there is one now. */
  readonly fileHref: string | null
  /** The proposal that it tells of, where it tells of one. */
  readonly proposalHref: string | null
}

/** What is looked for, as the address has it; "" is anything. */
export interface AuditQuery {
  readonly of: string
  readonly kind: string
  readonly who: string
  readonly by: string
  readonly subject: string
  readonly from: string
  readonly to: string
  readonly before: string
}

const NAMES = ["of", "kind", "who", "by", "subject", "from", "to", "before"] as const

/** What an address asks for; of a name that comes twice, the first. */
export function readAuditQuery(asked: Readonly<Record<string, string | string[] | undefined>>): AuditQuery {
  return Object.fromEntries(
    NAMES.map((name) => [name, [asked[name]].flat()[0]?.trim() ?? ""]),
  ) as unknown as AuditQuery
}

/** The address of the page with this query; what is anything is left out. */
export function auditHref(base: string, query: Partial<AuditQuery>): string {
  const search = new URLSearchParams(Object.entries(query).filter(([, value]) => value !== "")).toString()
  return search === "" ? base : `${base}?${search}`
}

/** Whether anything narrows the list. */
export const isNarrowed = ({ of: _, before: __, ...filters }: AuditQuery): boolean =>
  Object.values(filters).some((value) => value !== "")
