import { z } from "zod"
import { nextLinks } from "@/lib/db/audit/audit-log"
import { done } from "@/lib/memory/inputs/outcome"
import { operation } from "../operation"
import { NOT_A_CURSOR } from "../infra/paging"
import { chainOf } from "./audit-log-access"

const PAGE = 2_000

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
    limit: z.coerce.number().pipe(z.int().min(1).max(10_000)).default(PAGE),
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
