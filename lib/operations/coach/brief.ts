import { z } from "zod"
import { findOrientation, type SynthesisRow } from "@/lib/db/syntheses"
import { done } from "@/lib/memory/outcome"
import { assembleContext } from "../context/assemble"
import { contextPlace } from "../context/loader"
import { readsLikeOrder } from "../context/reads-like-order"
import { operation } from "../operation"
import { claim, type ClaimView, claimView } from "./views"

/** What a brief is made of where the coach has written none. */
const FROM_CONTEXT = { budget: 4_000, limit: 20 }

export const showBrief = operation({
  name: "brief.show",
  summary: "What an agent should know before it begins: the coach's newest orientation that is published, else the newest that waits, else the best of what it loads. Each claim cites entries.",
  method: "GET",
  path: "/brief",
  right: "read",
  example: { project: "ledger", agent: "unit-tester" },
  input: z.object({ team: z.string().optional(), project: z.string().optional(), agent: z.string().trim().min(1).max(200).optional().describe("The agent's name; absent: the one that the access token speaks for") }),
  output: z.object({ text: z.string(), claims: z.array(claim), synthesis: z.string().nullable().describe("Null: the coach has written none, and it is made of the agent's own context") }),
  async run(actor, input) {
    const place = await contextPlace(actor, input)
    if (!place.ok) return place
    const { team, project, agent, optedOut, loader } = place.value
    const written = optedOut ? null : await findOrientation({ teamId: team.id, projectId: project.id, within: loader.bound }, agent)
    if (written) return done(asBrief(written))
    const context = await assembleContext(actor, { team: team.id, project: project.id, agent, ...FROM_CONTEXT }, { delivers: false })
    if (!context.ok) return context
    const claims = context.value.entries.map(({ id, text, path, line, parts }): ClaimView => ({ text, kind: "observation", confidence: parts.confidence, citations: [{ entry: id, path, line }] }))
    return done({ text: context.value.text, claims, synthesis: null })
  },
})

function asBrief(row: SynthesisRow): { text: string; claims: ClaimView[]; synthesis: string } {
  const standing = row.claims.filter((one) => one.state !== "rejected")
  const orders = row.state === "waiting" ? standing.filter((one) => readsLikeOrder(one.text)) : []
  const claims = standing.filter((one) => !orders.includes(one)).map(claimView)
  const held = orders.length === 0 ? [] : [`${orders.length === 1 ? "1 claim reads" : `${orders.length} claims read`} like an order to whoever loads it, and is left out until then.`]
  const waits = row.state === "waiting" ? ["It waits for a curator: nobody has gone through it yet.", ...held, ""] : []
  const lines = claims.map(({ text, kind, citations }) => `- ${text.replaceAll("\n", "\n  ")} [${kind}; ${citations.map((one) => `${one.path}:${one.line}`).join(", ")}]`)
  return { text: [`# ${row.title}`, "", ...waits, ...lines].join("\n"), claims, synthesis: row.id }
}
