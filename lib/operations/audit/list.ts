import { inputDay, inputInstant } from "@/lib/memory/inputs/input-dates"
import { z } from "zod"
import { type AuditEventRow, countEvents, listEvents, listKinds } from "@/lib/db/audit/audit-log"
import { countLinks } from "@/lib/db/audit/verify"
import { done } from "@/lib/memory/inputs/outcome"
import { operation } from "../operation"
import { chainOf } from "./audit-log-access"

const PAGE = 100

/** A day or an instant. */
const since = z.union([inputDay, inputInstant], "must be a date such as 2026-11-21 or an ISO 8601 timestamp")

export const auditFilter = z.object({
  team: z
    .string()
    .min(1)
    .optional()
    .describe("A team's slug, name or ID. Defaults to events that do not belong to a team"),
  kind: z
    .string()
    .regex(
      /^[a-z-]+(?:\.[a-z-]+)?$/,
      "must be an event kind such as proposal.approve, or a prefix such as proposal",
    )
    .max(60)
    .optional()
    .describe("proposal.approve, or proposal for all proposal events"),
  who: z
    .enum(["person", "token", "agent", "system"])
    .optional()
    .describe("A person, an access token, an agent named in a request, or Quarterdeck itself"),
  by: z.string().trim().min(1).max(200).optional().describe("Part of a name"),
  subject: z.string().trim().min(1).max(500).optional().describe("Part of the subject"),
  from: since.optional(),
  to: since.optional().describe("A date includes the whole day"),
})

export const auditEvent = z.object({
  number: z.number(),
  /** Position in the chain. Null for an event that is in no chain. */
  link: z.number().nullable(),
  at: z.string(),
  by: z.object({ kind: z.string(), id: z.string(), name: z.string() }),
  kind: z.string(),
  subject: z.string(),
  detail: z.record(z.string(), z.unknown()),
  hash: z.string().nullable(),
})
export type AuditEvent = z.output<typeof auditEvent>

export const listAudit = operation({
  name: "audit.list",
  summary:
    "List all changes in a team, or all changes that do not belong to a team, newest first: who changed what, and when.",
  method: "GET",
  path: "/audit",
  right: "manage",
  input: auditFilter.extend({
    limit: z.coerce.number().pipe(z.int().min(1).max(1_000)).default(PAGE),
    before: z.coerce
      .number()
      .pipe(z.int().positive())
      .optional()
      .describe("The last event number on the previous page"),
  }),
  output: z.object({
    events: z.array(auditEvent),
    /** Cursor of the next page, sent as `before`. Null after the last page. */
    next: z.number().nullable(),
    /** Number of matching events. */
    total: z.number(),
    /** Number of all events, without filters. */
    all: z.number(),
    /** All kinds that have occurred. */
    kinds: z.array(z.string()),
  }),
  async run(actor, { team, limit, before, from, to, ...rest }) {
    const chain = await chainOf(actor, team)
    if (!chain.ok) return chain
    const { teamId } = chain.value
    const filter = {
      ...rest,
      teamId,
      from: from === undefined ? undefined : new Date(from),
      to: to === undefined ? undefined : endOf(to),
    }
    const [rows, total, all, kinds] = await Promise.all([
      listEvents(filter, { before: before === undefined ? null : BigInt(before), limit: limit + 1 }),
      countEvents(filter),
      countLinks(teamId),
      listKinds(teamId),
    ])
    const events = rows.slice(0, limit).map(eventOf)
    return done({
      events,
      next: rows.length > limit ? (events.at(-1)?.number ?? null) : null,
      total,
      all,
      kinds,
    })
  },
})

const DAY_MS = 86_400_000

/** Returns the end of the period: the instant `to`, or the next midnight UTC if `to` is a day. */
const endOf = (to: string) => (to.length === 10 ? new Date(Date.parse(to) + DAY_MS) : new Date(to))

function eventOf({
  number,
  link,
  at,
  actorKind,
  actorId,
  actorName,
  kind,
  subject,
  detail,
  hash,
}: AuditEventRow): z.input<typeof auditEvent> {
  return {
    number: Number(number),
    link: link === null ? null : Number(link),
    at,
    by: { kind: actorKind, id: actorId, name: actorName },
    kind,
    subject,
    detail: JSON.parse(detail) as Record<string, unknown>,
    hash,
  }
}
