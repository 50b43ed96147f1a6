import { beforeAll, beforeEach, expect, it } from "vitest"
import { systemActor, tokenActor } from "@/lib/auth/create-actor"
import { joinWithPassword } from "@/lib/auth/join"
import { actorFromRequest } from "@/lib/auth/actor"
import { database } from "@/lib/db/infra/client"
import { newId } from "@/lib/db/infra/identifiers"
import { type Actor, TOKEN_RIGHTS, type TokenRight } from "@/lib/memory/teams/actor"
import { OPERATIONS } from "@/lib/operations/list"
import { runOperation, type Operation } from "@/lib/operations/operation"
import { changePolicySettings } from "@/lib/operations/policies/policies"
import { actorOf, expectDone, givenPerson } from "../../support/data/people"
import { asOwner } from "../../support/data/owner"
import { addition, decide, givenProposal, givenSecret } from "../../support/proposals"
import { sampleOf } from "../../support/thorough"
import { givenWorld, TABLE, type World } from "../../support/http/rights-table"

/*
 * Searches for a way from an access token to a decision on its own proposal. A state is the set of credentials. Every operation that
 * writes is tried with every kind of credential on the token's own proposal. Tokens, invitations and links in its response join the
 * set. An operation behaves the same for two credentials of one kind, so each pair is run once and shared between paths.
 */

/** A thorough run begins with tokens of every right and bound, a plain one with the most powerful token and one other. */
const LONGEST_PATH = 3
/** Each kind of token tries every operation with separate inputs. The first one also creates the shared state. */
const TIME_LIMIT_MS = 600_000
const TRUSTED = "trusted-agent"
const WRITES = OPERATIONS.filter((operation) => operation.method !== "GET")

/** Tables with membership, rights, review policies and decisions. No access token may change them. */
const AUTHORITY = [
  '"user"',
  "membership",
  "identity",
  "invitation",
  "device_login",
  "policy",
  "deployment_policy",
  "(SELECT * FROM review WHERE verdict <> 'withdrawn')",
  "approval",
  "vouch",
  "resolution",
  "promotion",
] as const

interface Credential {
  /** Rights, bounds, and whether a token created it. Credentials of one kind are treated alike. */
  readonly kind: string
  readonly actor: Actor
}

interface Tried {
  readonly accepted: boolean
  readonly handedOut: readonly Credential[]
}

let world: World
let proposal: string
const broken: string[] = []
const known = new Map<string, Tried>()
const inputs = new Map<string, object>()
let runs = 0
let decisions = 0

beforeAll(async () => {
  world = await givenWorld()
  const owner = await actorOf(await givenPerson({ team: world.team, role: "owner" }))
  await noteWritesToAuthority()
  const rule = { kinds: ["add" as const], types: [], agents: [TRUSTED], leastConfidence: 0 }
  expectDone(
    await runOperation(changePolicySettings, owner, { team: world.team.slug, place: "team", set: { rule } }),
  )
})

beforeEach(() => broken.splice(0))

const kindOf = (actor: Actor): string =>
  actor.kind === "token"
    ? [
        actor.rights.join("+"),
        actor.projectId === null ? "all projects" : "one project",
        actor.agent === null ? "no agent" : "an agent",
        actor.ancestors.length === 0 ? "of a person" : "of a token",
      ].join(", ")
    : actor.kind
const credential = (actor: Actor): Credential => ({ kind: kindOf(actor), actor })

/** Any statement that writes to one of the AUTHORITY tables inserts a row into `authority_written`. */
async function noteWritesToAuthority(): Promise<void> {
  const written = AUTHORITY.map((table) => /FROM (\w+)/.exec(table)?.[1] ?? table)
  await asOwner(`
    CREATE TABLE authority_written (at bigint GENERATED ALWAYS AS IDENTITY);
    CREATE FUNCTION note_write_to_authority() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
    BEGIN INSERT INTO public.authority_written DEFAULT VALUES; RETURN NULL; END $$;
    GRANT SELECT ON authority_written TO PUBLIC;
    ${written.map((table) => `CREATE TRIGGER written AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON ${table} FOR EACH STATEMENT EXECUTE FUNCTION note_write_to_authority();`).join("\n")}`)
}

let taken: { readonly writes: number; readonly hashes: Record<string, string | null> } | null = null

/** The content of the AUTHORITY tables, read again only after a write, because most operations do not change them. */
async function fingerprint(): Promise<Record<string, string | null>> {
  const [{ writes = 0 } = {}] = await database().$queryRaw<
    { writes: number }[]
  >`SELECT coalesce(max(at), 0)::int AS writes FROM authority_written`
  if (taken?.writes !== writes) taken = { writes, hashes: await hashesOfAuthority() }
  return taken.hashes
}

async function hashesOfAuthority(): Promise<Record<string, string | null>> {
  const tables = AUTHORITY.map(
    (table) =>
      `SELECT $q$${table}$q$ AS name, md5(string_agg(t::text, '|' ORDER BY t::text)) AS hash FROM ${table} t`,
  )
  const rows = await database().$queryRawUnsafe<{ name: string; hash: string | null }[]>(
    tables.join(" UNION ALL "),
  )
  return Object.fromEntries(rows.map(({ name, hash }) => [name, hash]))
}

const shownOf = async (id: string) =>
  Buffer.from((await database().proposal.findFirstOrThrow({ where: { id } })).shown).toString("hex")

/** The inputs to try: the plausible one of the table with the proposal as its target, and for new credentials every input of an attacker. */
async function inputsOf(operation: Operation, actor: Actor, fresh: boolean): Promise<readonly object[]> {
  const team = world.team.slug
  if (operation.name === "access-token.create")
    return TOKEN_RIGHTS.flatMap((right) =>
      [{}, { agent: TRUSTED }, { project: world.projectId }].map((bound) => ({
        team,
        name: "Key",
        rights: [right],
        ...bound,
      })),
    )
  if (operation.name === "proposal.create")
    return [{ team, agent: "unit-tester", author: TRUSTED, content: `Part ${newId()} holds`, confidence: 1 }]
  const row = TABLE[operation.name]
  if (!row) throw new Error(`${operation.name}: give it a row in TABLE of tests/support/http/rights-table.ts`)
  const held = fresh ? undefined : inputs.get(operation.name)
  const input = held ?? (await row.input(world, actor))
  inputs.set(operation.name, input)
  const aimed: Record<string, unknown> = { ...input }
  if ("proposal" in aimed) {
    aimed["proposal"] = proposal
    if ("shown" in aimed) aimed["shown"] = await shownOf(proposal)
    if ("verdict" in aimed) aimed["verdict"] = "approve"
  }
  if ("proposals" in aimed) aimed["proposals"] = [proposal]
  if ("items" in aimed && operation.name.startsWith("proposal."))
    Object.assign(aimed, { items: [{ proposal, shown: await shownOf(proposal) }], verdict: "approve" })
  return [input, aimed]
}

/** Uses all credentials in a response: access tokens, and invitations that a new user accepts. */
async function takeUp(answer: unknown): Promise<Credential[]> {
  const text = JSON.stringify(answer)
  const found: Credential[] = []
  for (const [secret] of text.matchAll(/qd_[\w-]{43,}/g)) {
    const headers = { authorization: `Bearer ${secret}` }
    const outcome = await actorFromRequest(new Request("http://localhost/api/v1/me", { headers }))
    if (outcome.ok) found.push(credential(outcome.value))
  }
  for (const [, key = ""] of text.matchAll(/\/(?:join|welcome)\?key=([\w-]+)/g)) {
    const person = { key, name: "Eve", email: `${newId()}@example.com`, password: "correct horse battery" }
    const joined = await joinWithPassword(person)
    if (joined.ok) found.push(credential(await actorOf(joined.value)))
  }
  return found
}

/** Tries every way to decide the proposal with a credential. */
async function tryToDecide({ actor, kind }: Credential): Promise<void> {
  const decided = [
    { verdict: "approve" },
    { verdict: "edit", text: "Other words" },
    { verdict: "merge", entry: world.entries[0]?.id ?? "" },
  ] as const
  for (const decision of decided) {
    decisions += 1
    const outcome = await decide(actor, proposal, decision).catch(() => null)
    if (outcome?.ok) broken.push(`${kind}: ${decision.verdict} its own proposal`)
  }
}

async function attempt(held: Credential, operation: Operation): Promise<Tried> {
  const name = `${held.kind} ${operation.name}`
  const before = known.get(name)
  if (before) return before
  let accepted = false
  const handedOut: Credential[] = []
  for (let place = 0; ; place += 1) {
    const all = await inputsOf(operation, held.actor, place > 0 && accepted)
    const input = all[place]
    if (!input) break
    const untouched = await fingerprint()
    const outcome = await runOperation(operation, held.actor, input)
    runs += 1
    if (!outcome.ok) continue // a refusal rolls back
    const after = await fingerprint()
    const changed = AUTHORITY.filter((table) => untouched[table] !== after[table])
    if (changed.length > 0) broken.push(`${name} changed ${changed.join(", ")}`)
    accepted = true
    inputs.delete(operation.name)
    handedOut.push(...(await takeUp(outcome.value)))
  }
  const tried = { accepted, handedOut: uniqueByKind(handedOut) }
  known.set(name, tried)
  const state = (await database().proposal.findFirstOrThrow({ where: { id: proposal } })).state
  if (state !== "waiting") proposal = await ownProposal(held.actor)
  if (["approved", "merged", "edited"].includes(state)) broken.push(`${name} decided its own proposal`)
  return tried
}

const uniqueByKind = (all: readonly Credential[]): Credential[] => [
  ...new Map(all.map((one) => [one.kind, one])).values(),
]

const operationsOfKind = new Map<string, readonly Operation[]>()

/** The operations to try with a credential: all for the first of a path. A plain run tries a random sixteenth for later ones. */
function operationsFor({ kind }: Credential): readonly Operation[] {
  const known = operationsOfKind.get(kind) ?? (kind.includes("of a token") ? sampleOf(WRITES, 16) : WRITES)
  operationsOfKind.set(kind, known)
  return known
}

/** Returns the number of paths of up to the given number of operations that begin with these credentials. */
async function explore(
  held: readonly Credential[],
  most: number,
  counted: Map<string, number>,
): Promise<number> {
  if (most === 0 || broken.length > 0) return 0
  const key = `${most} ${held
    .map((one) => one.kind)
    .toSorted()
    .join(" | ")}`
  const before = counted.get(key)
  if (before !== undefined) return before
  let paths = 0
  for (const one of held)
    for (const operation of operationsFor(one)) {
      const { accepted, handedOut } = await attempt(one, operation)
      paths += 1
      if (accepted) paths += await explore(uniqueByKind([...held, ...handedOut]), most - 1, counted)
    }
  counted.set(key, paths)
  return paths
}

/** A proposal of this token. For a token without the right to propose, a proposal in its name. */
async function ownProposal(actor: Actor): Promise<string> {
  const author =
    actor.kind === "token"
      ? tokenActor({
          ...actor,
          rights: ["propose"],
          prefix: "qd_",
          createdBy: "system",
          createdAt: new Date(0),
          lastUsedAt: null,
          revokedAt: null,
        })
      : systemActor()
  const change = addition(`The part ${newId()} is proposed`)
  return (await givenProposal(world.team, { file: world.file, changes: [change] }, author)).id
}

const BOUNDS = {
  "for the team": () => ({}),
  "bound to a project": () => ({ projectId: world.projectId }),
  "bound to an agent": () => ({ agent: "unit-tester" }),
}

const KINDS = TOKEN_RIGHTS.flatMap((right) =>
  Object.keys(BOUNDS).map((bound): [TokenRight, keyof typeof BOUNDS] => [
    right,
    bound as keyof typeof BOUNDS,
  ]),
)
const MIGHTIEST = KINDS.filter(([right, bound]) => right === "admin" && bound === "for the team")
const OTHERS = KINDS.filter((kind) => !MIGHTIEST.includes(kind))
const START = [...MIGHTIEST, ...sampleOf(OTHERS, OTHERS.length)]

let total = 0
it.each(START)(
  "gives a token no right to decide through %s, %s",
  async (right, bound) => {
    const secret = await givenSecret(world.team, { rights: [right], ...BOUNDS[bound]() })
    const [own] = await takeUp({ secret })
    if (!own) throw new Error("the token does not hold")
    proposal = await ownProposal(own.actor)
    const counted = new Map<string, number>()
    total += await explore([own], LONGEST_PATH, counted)
    const reached = new Map(
      [own, ...[...known.values()].flatMap((one) => one.handedOut)].map((one) => [one.kind, one]),
    )
    for (const one of reached.values()) await tryToDecide(one)
    expect(broken).toEqual([])
  },
  TIME_LIMIT_MS,
)

it("covers every operation that writes, and child tokens", () => {
  console.info(
    `Paths of up to ${LONGEST_PATH} operations: ${total.toLocaleString("en")}; ${runs} runs of ${WRITES.length} operations, ${decisions} attempts to decide`,
  )
  expect(taken?.writes, "writes to tables of authority are noted").toBeGreaterThan(0)
  expect([...known.keys()].some((name) => name.includes("of a token"))).toBe(true)
  for (const operation of WRITES)
    expect([...known.keys()].filter((name) => name.endsWith(` ${operation.name}`)).length).toBeGreaterThan(0)
})
