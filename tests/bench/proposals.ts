import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { systemActor } from "@/lib/auth/create-actor"
import { addAccessToken } from "@/lib/db/teams/access-tokens"
import { database } from "../support/data/writable"
import { commit } from "@/lib/db/infra/commit"
import { newSecret } from "@/lib/db/infra/secrets"
import { done } from "@/lib/memory/inputs/outcome"
import { importInto } from "@/lib/operations/samples/load-and-remove"
import { send } from "../support/http/http-client"
import { type Figure, ms, quantile, timed } from "./figures"
import { writeFleet } from "./generated-fleet"

const CLIENTS = 16
const PROPOSALS = 3_000

/**
 * Proposals over HTTP to the server at `url`, whose database is DATABASE_URL: 16 clients, each with an
 * agent's access token, spread over the files of a fleet. Each request has its own Idempotency-Key.
 */
export async function proposalFigures(
  url: string,
  { proposals = PROPOSALS }: { proposals?: number } = {},
): Promise<Figure[]> {
  const home = await mkdtemp(join(tmpdir(), "quarterdeck-proposals-"))
  try {
    await writeFleet(home, { files: 100, entries: 40 })
    await importInto(systemActor(), { teamId: null, directory: home, projectName: "proposals" })
    const { teamId, id: projectId } = await database().project.findFirstOrThrow({
      where: { name: "proposals" },
    })
    const { slug: team } = await database().team.findFirstOrThrow({ where: { id: teamId } })
    await database().policy.create({
      data: { teamId, place: "team", settings: { waitingPerAgent: 100_000 } },
    })
    const files = await database().memoryFile.findMany({
      where: { teamId, projectId },
      select: { path: true },
      orderBy: { path: "asc" },
    })
    const secrets = await Promise.all(
      Array.from({ length: CLIENTS }, (_, place) => givenSecret(teamId, `agent-${place}`)),
    )
    const times: number[] = []
    let accepted = 0
    const left = Array.from({ length: proposals }, (_, place) => place)
    const work = async (secret: string) => {
      for (let place = left.pop(); place !== undefined; place = left.pop()) {
        const body = {
          team,
          project: projectId,
          file: files[place % files.length]?.path,
          content: statementOf(place),
          reason: "Seen in the last run",
          session: `s-${place % 50}`,
        }
        const { ms, value } = await timed(() =>
          send(url, { path: "/proposals", secret, key: `bench-${place}`, body }),
        )
        times.push(ms)
        if (value.status === 200) accepted += 1
        else console.error(value)
      }
    }
    const all = await timed(() => Promise.all(secrets.map(work)))
    const stored = await database().proposal.count({ where: { teamId, projectId } })
    const rate = (accepted / all.ms) * 1000
    return [
      {
        what: `proposals accepted over HTTP, ${CLIENTS} clients, ${proposals.toLocaleString("en")} in all`,
        value: `${Math.round(rate)}/s`,
        bar: "≥ 300/s",
        holds: rate >= 300,
      },
      {
        what: "  stored of those accepted",
        value: `${stored.toLocaleString("en")} of ${accepted.toLocaleString("en")}`,
        bar: "none lost",
        holds: stored === accepted && accepted === proposals,
      },
      { what: "  a request, p95", value: ms(quantile(times, 0.95)), bar: "", holds: null },
    ]
  } finally {
    await rm(home, { recursive: true, force: true })
  }
}

async function givenSecret(teamId: string, agent: string): Promise<string> {
  const secret = `qd_${newSecret()}`
  await commit(systemActor(), { kind: "token.given", teamId, subject: agent }, async (tx) =>
    done(
      await addAccessToken(tx, {
        teamId,
        projectId: null,
        agent,
        name: agent,
        rights: ["propose"],
        secret,
        createdBy: "system",
        expiresAt: null,
      }),
    ),
  )
  return secret
}

const SUBJECTS = [
  "The broker",
  "An invoice",
  "The ledger",
  "A webhook",
  "The scheduler",
  "A migration",
  "The cache",
  "An export",
  "The label printer",
  "A retry",
]
const VERBS = [
  "waits for",
  "never overtakes",
  "is written before",
  "has to know",
  "is kept apart from",
  "doubles",
  "reads",
  "gives up after",
  "locks",
  "announces",
]
const OBJECTS = [
  "the second shard",
  "a consumer restart",
  "the March migration",
  "its own sequence",
  "the tax office",
  "an idempotency key",
  "the carrier",
  "midnight in UTC",
  "the dead letter queue",
  "a schema change",
]

/** Unique statements with common words. */
const statementOf = (place: number) =>
  `${SUBJECTS[place % 10]} ${VERBS[Math.floor(place / 10) % 10]} ${OBJECTS[Math.floor(place / 100) % 10]} in part ${place * 7919}`
