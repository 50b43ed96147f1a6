import { inputDay, inputInstant } from "@/lib/memory/inputs/read-input"
import { z } from "zod"
import {
  type AuditEventRow,
  countEvents,
  listEvents,
  listKinds,
  nextLinks,
  countLinks,
  type Break,
  verifyChains,
} from "@/lib/db/audit-log"
import { done, type Outcome, refused } from "@/lib/memory/inputs/outcome"
import { type Actor, can } from "@/lib/memory/teams/actor"
import { visibleTeams } from "@/lib/db/teams/teams"
import { operation } from "../operation"
import { teamOf } from "../teams/team-and-project"
import { NOT_A_CURSOR } from "../infra/paging"

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

/**
 * Returns the audit chain of a team, for its leads. Without a team, returns nulls for the chain of the
 * deployment, for its owner: sign-ins, teams, allowed directories.
 */
async function chainOf(
  actor: Actor,
  team: string | undefined,
): Promise<Outcome<{ teamId: string | null; team: string | null }>> {
  if (team !== undefined) {
    const found = await teamOf(actor, "manage", team)
    return found.ok ? done({ teamId: found.value.id, team: found.value.slug }) : found
  }
  if (can(actor, "own", { teamId: null })) return done({ teamId: null, team: null })
  return refused("forbidden", "only the owner can read the deployment's audit log. Choose a team you manage")
}

const brokenAt = z.object({
  /** Team of the chain. Null for events without a team. */
  team: z.string().nullable(),
  /** Position in the chain. Null for an event that is in no chain. */
  link: z.number().nullable(),
  at: z.string().nullable(),
  why: z.string(),
})

export const verifyAudit = operation({
  name: "audit.verify",
  summary:
    "Recompute the audit log's hash chain to check that every event is present, in order and unchanged.",
  method: "GET",
  path: "/audit/verify",
  right: "manage",
  input: z.object({
    team: z
      .string()
      .min(1)
      .optional()
      .describe("A team's slug, name or ID. Defaults to all chains you can read"),
    only: z
      .literal("deployment")
      .optional()
      .describe("Only the chain of events that do not belong to a team"),
  }),
  output: z.object({
    ok: z.boolean(),
    events: z.number(),
    /** First broken position, of the first broken chain. Null if all chains are intact. */
    brokenAt: brokenAt.nullable(),
    chains: z.array(
      z.object({
        team: z.string().nullable(),
        events: z.number(),
        hash: z
          .string()
          .nullable()
          .describe(
            "Hash of the last event. Keep a copy elsewhere to detect whether the whole log was replaced",
          ),
        brokenAt: brokenAt.nullable(),
      }),
    ),
  }),
  async run(actor, { team, only }) {
    const asked = only === undefined ? await chainsOf(actor, team) : await oneChain(actor, undefined)
    if (!asked.ok) return asked
    const states = await verifyChains(asked.value.map((one) => one.teamId))
    const chains = states.map(({ events, hash, brokenAt: broken }, place) => {
      const slug = asked.value[place]?.team ?? null
      return {
        team: slug,
        events,
        hash,
        brokenAt: broken && {
          team: slug,
          link: broken.link === null ? null : Number(broken.link),
          at: broken.at?.toISOString() ?? null,
          why: wordsOf(broken),
        },
      }
    })
    const first = chains.find((one) => one.brokenAt)?.brokenAt ?? null
    return done({
      ok: first === null,
      events: chains.reduce((sum, one) => sum + one.events, 0),
      brokenAt: first,
      chains,
    })
  },
})

async function chainsOf(
  actor: Actor,
  team: string | undefined,
): Promise<Outcome<{ teamId: string | null; team: string | null }[]>> {
  if (team !== undefined) return oneChain(actor, team)
  const managed = (await visibleTeams(actor)).filter((one) => can(actor, "manage", { teamId: one.id }))
  const chains = [
    ...(can(actor, "own", { teamId: null }) ? [{ teamId: null, team: null }] : []),
    ...managed.map(({ id, slug }) => ({ teamId: id, team: slug })),
  ]
  return chains.length > 0
    ? done(chains)
    : refused(
        "forbidden",
        "you cannot read any audit logs, because this requires permission to manage a team",
      )
}

async function oneChain(
  actor: Actor,
  team: string | undefined,
): Promise<Outcome<{ teamId: string | null; team: string | null }[]>> {
  const one = await chainOf(actor, team)
  return one.ok ? done([one.value]) : one
}

function wordsOf({ why, link, number }: Break): string {
  switch (why) {
    case "missing":
      return `event ${link} is missing`
    case "gone":
      return `event ${link} was deleted. Only its hash remains`
    case "changed":
      return `event ${link} does not match its hash: it was changed or replaced`
    case "cut-off":
      return `the log is truncated: event ${link} and all later events are missing`
    case "too-long":
      return `event ${link} was added after the end of the chain`
    case "no-head":
      return "the record of the chain’s end is missing"
    case "head-changed":
      return `the last event of the chain is ${link}, but the record of the chain’s end has a different hash`
    case "unlinked":
      return `event number ${number} is not part of any chain: it was inserted`
  }
}

const EXPORT_PAGE = 2_000

/**
 * All hashed fields, each as the exact text that is hashed. docs/decisions/034-audit-chain.md has the order.
 */
export const exportedEvent = z.object({
  link: z.string(),
  team: z.string().nullable(),
  number: z.string(),
  at: z.string(),
  actorKind: z.string(),
  actorId: z.string(),
  actorName: z.string(),
  kind: z.string(),
  subject: z.string(),
  /** JSON text, byte for byte as hashed. */
  detail: z.string(),
  hash: z.string(),
})

export const auditPage = z.object({
  events: z.array(exportedEvent),
  /** Cursor of the next page, sent as `after`. Null after the last page. */
  next: z.string().nullable(),
})
export type AuditPage = z.output<typeof auditPage>

export const exportAudit = operation({
  name: "audit.export",
  summary:
    "Export the audit log from the beginning, page by page, with all hashed fields, so that anyone can verify it without Quarterdeck.",
  method: "GET",
  path: "/audit/export",
  right: "manage",
  input: z.object({
    team: z
      .string()
      .min(1)
      .optional()
      .describe("A team's slug, name or ID. Defaults to events that do not belong to a team"),
    after: z
      .string()
      .regex(/^\d{1,18}$/, NOT_A_CURSOR)
      .optional(),
    limit: z.coerce.number().pipe(z.int().min(1).max(10_000)).default(EXPORT_PAGE),
  }),
  output: auditPage,
  async run(actor, { team, after, limit }) {
    const chain = await chainOf(actor, team)
    if (!chain.ok) return chain
    const rows = await nextLinks(chain.value.teamId, { after: BigInt(after ?? 0), limit })
    const events = rows.map(({ link, teamId, number, hash, ...rest }) => ({
      link: String(link),
      team: teamId,
      number: String(number),
      ...rest,
      hash: hash ?? "",
    }))
    return done({ events, next: rows.length < limit ? null : (events.at(-1)?.link ?? null) })
  },
})
