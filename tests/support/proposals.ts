import { addAccessToken } from "@/lib/db/teams/access-tokens"
import { database } from "@/lib/db/infra/client"
import { commit } from "@/lib/db/infra/commit"
import { newId } from "@/lib/db/infra/identifiers"
import { newSecret } from "@/lib/db/infra/secrets"
import { systemActor, tokenActor } from "@/lib/auth/create-actor"
import type { Actor, TokenRight } from "@/lib/memory/teams/actor"
import { done } from "@/lib/memory/inputs/outcome"
import type { ProposedChange } from "@/lib/memory/proposals/proposed-change"
import { exportFiles } from "@/lib/operations/sources/exports"
import { createProposal, type ProposeInput } from "@/lib/operations/proposals/create"
import { showProposal } from "@/lib/operations/proposals/proposals"
import { reviewProposal } from "@/lib/operations/proposals/decisions/review"
import { runOperation } from "@/lib/operations/operation"
import { offerFiles, startAndWait } from "./imports/import-folder"
import { actorOf, expectDone, givenPerson, givenTeam } from "./data/people"

/** A team with a lead and a project with these memory files. */
export async function givenMemory(files: Readonly<Record<string, string>>, { project = "ledger" } = {}) {
  const team = await givenTeam()
  const lead = await actorOf(await givenPerson({ team, role: "lead" }))
  await startAndWait(team, (await offerFiles(team, "/srv/ledger", files, { project })).run)
  const file = async (path: string) => {
    const { id, head } = await database().memoryFile.findFirstOrThrow({ where: { teamId: team.id, path } })
    const revision = await database().revision.findUniqueOrThrow({
      where: { teamId_fileId_number: { teamId: team.id, fileId: id, number: head } },
    })
    const entries = await database().entry.findMany({
      where: { teamId: team.id, fileId: id },
      orderBy: { position: "asc" },
    })
    return { id, head, text: revision.text, entries }
  }
  return { team, lead, project, file }
}

/** Creates a proposal of an agent through the operation. */
export async function givenProposal(
  team: { slug: string },
  input: Omit<ProposeInput, "team">,
  actor: Actor = systemActor(),
) {
  return expectDone(await runOperation(createProposal, actor, { team: team.slug, ...input }))
}

export interface GivenToken {
  readonly rights?: readonly TokenRight[]
  readonly agent?: string | null
  readonly projectId?: string | null
}

/** An agent's access token as the actor of a request. */
export function givenToken(
  team: { id: string } | null,
  { rights = ["propose"], agent = null, projectId = null }: GivenToken = {},
): Actor {
  const id = newId()
  return tokenActor({
    id,
    name: `Token ${id.slice(-4)}`,
    prefix: "qd_",
    rights,
    teamId: team?.id ?? null,
    projectId,
    agent,
    createdBy: "system",
    ancestors: [],
    mintedBy: null,
    createdAt: new Date(0),
    expiresAt: null,
    lastUsedAt: null,
    revokedAt: null,
  })
}

export const addition = (text: string, section: string | null = "Accumulated Findings"): ProposedChange => ({
  kind: "add",
  section,
  text,
  date: "2026-11-21",
})

export interface Verdict {
  readonly verdict: "approve" | "edit" | "merge" | "reject"
  readonly text?: string
  readonly entry?: string
  readonly reason?: string
}

/** Previews a decision, then applies it. */
export async function decide(actor: Actor, proposal: string, more: Verdict) {
  const { shown } = expectDone(await runOperation(showProposal, actor, { proposal }))
  return runOperation(reviewProposal, actor, { proposal, shown, ...more })
}

/** The exported text of a file. */
export async function textOf({ team }: { team: { slug: string } }, path: string): Promise<string> {
  const { files } = expectDone(await runOperation(exportFiles, systemActor(), { team: team.slug }))
  return files.find((file) => file.path === path)?.text ?? `there is no ${path}`
}

/** Stores an access token and returns its secret for HTTP requests. Without a team: the machine's token. */
export async function givenSecret(
  team: { id: string } | null,
  {
    rights = ["propose"],
    agent = null,
    projectId = null,
    expiresAt = null,
  }: GivenToken & { expiresAt?: Date | null } = {},
): Promise<string> {
  const secret = `qd_${newSecret()}`
  const token = {
    teamId: team?.id ?? null,
    projectId,
    agent,
    name: `Key of ${agent ?? "somebody"}`,
    rights,
    secret,
    createdBy: "system",
    expiresAt,
  }
  expectDone(
    await commit(
      systemActor(),
      { kind: "token.given", teamId: token.teamId, subject: token.name },
      async (tx) => done(await addAccessToken(tx, token)),
    ),
  )
  return secret
}

/** Creates a command-line login of a user and returns its secret. */
export async function givenLoginSecret(person: { readonly id: string }): Promise<string> {
  const secret = `qd_${newSecret()}`
  const token = {
    teamId: null,
    projectId: null,
    agent: null,
    userId: person.id,
    name: "ana@laptop",
    rights: [],
    secret,
    createdBy: person.id,
    expiresAt: new Date(Date.now() + 3_600_000),
  }
  expectDone(
    await commit(systemActor(), { kind: "token.given", teamId: null, subject: token.name }, async (tx) =>
      done(await addAccessToken(tx, token)),
    ),
  )
  return secret
}
