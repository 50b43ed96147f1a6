import { z } from "zod"
import { type Break, verifyChains } from "@/lib/db/audit/verify"
import { visibleTeams } from "@/lib/db/teams/visible-teams"
import { type Actor, can } from "@/lib/memory/teams/actor"
import { done, type Outcome, refused } from "@/lib/memory/inputs/outcome"
import { operation } from "../operation"
import { chainOf } from "./audit-log-access"

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
      return `the log is truncated from event ${link}`
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
