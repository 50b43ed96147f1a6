import { wholeTeamUnchecked } from "@/lib/memory/teams/visibility"
import { countDelivered } from "@/lib/db/context/delivery-counts"
import type { LoadedEntry } from "@/lib/db/context/candidates"
import { type Loader, findLoader } from "@/lib/db/context/loaded-files"
import { projectBound } from "@/lib/db/teams/teams"
import { type Actor, boundAgent, isAgent } from "@/lib/memory/teams/actor"
import type { ContextCandidate, ContextQuery, RankedEntry } from "@/lib/memory/context/context-entry"
import {
  selectContext,
  type SelectedContext,
  coachOf,
  isOwn,
  type LeftOutCandidate,
  type LeftOutKind,
  OWN_SHARE,
} from "@/lib/memory/context/context-selection"
import { done, type Outcome, refused } from "@/lib/memory/inputs/outcome"
import { findWithheldKind } from "@/lib/memory/context/withheld"
import { type GatheredCandidates, gatherCandidates } from "./candidates"
import { type ProposalPlace, proposalPlace } from "../proposals/proposal-place"
import { type TokenCounter, tokenCounter } from "./token-counter"
import { readVerifications } from "../verification/verify-entries"
import { type ContextEntry, contextInput, type ContextInput, type ContextView } from "./context-outputs"
import { staleByPolicy } from "../memory-files/stale-entries"
import { roundTo } from "@/lib/memory/text/aggregates"
import { taxonomyOf } from "@/lib/db/agents/categories"
import { workspaceHost } from "@/lib/db/agents/workspaces"
import { categoryOfName } from "@/lib/memory/agents/categories"
import { mayNameAgent, noAgentName } from "../proposals/target"

/** Maximum number of left-out entries in the result. */
const MOST_TOLD = 100
/** Extra candidates to read if the first ones do not fill the limit. */
const MANY_SPARE = 5_000
/** Maximum number of characters of one token. Longer entries exceed the budget in any case. */
const LONGEST_TOKEN = 20

export interface AssemblyOptions {
  /**
   * Time for which the context is assembled. Default: the current time. The same data and time give the same
   * context.
   */
  readonly now?: Date
  /** True if the context is delivered to an agent, so that its entries count as read. Default: true. */
  readonly delivers?: boolean
  /** The project, if the caller has already checked the right to read it. */
  readonly place?: ProposalPlace | undefined
}

/**
 * Returns the context of an agent: the best entries that it loads, within its budget. Checks the right to
 * read.
 */
export async function assembleContext(
  actor: Actor,
  input: ContextInput,
  { now = new Date(), delivers = true, place: found }: AssemblyOptions = {},
): Promise<Outcome<ContextView>> {
  const { task = null, budget, limit, format, overrideGlobal, ...named } = contextInput.parse(input)
  const place = await contextPlace(actor, named, found)
  if (!place.ok) return place
  const { agent, team, project, notes = [], coordinator, optedOut, loader } = place.value
  const asked = {
    agent,
    project: project.name,
    coordinator,
    optedOut,
    task,
    budget,
    limit,
    format,
    overrideGlobal,
    now,
  }
  const { context, loaded, more, unread, isPartial, beginning } = await chooseAmong(
    loader,
    asked,
    await tokenCounter(),
  )
  if (delivers)
    countDelivered(
      loader.teamId,
      context.entries.map(({ candidate: { id } }) => ({
        id,
        projectId: loaded.get(id)?.projectId ?? loader.projectId,
      })),
    )
  return done({
    agent,
    team: team.slug,
    project: project.name,
    as: askedBy(actor, project.name),
    notes: [...notes, ...tooSmall(context, budget)],
    tokens: context.tokens,
    documents: context.documents.map(({ file, path, text }) => ({ file, path, text })),
    entries: await entriesWithStaleness(actor, loader, context.entries, now),
    leftOut: leftOutView(context.leftOut, loaded, { withText: !isAgent(actor) }),
    leftOutCounts: countByKind(context.leftOut, { kind: optedOut ? "opted-out" : "limit", unread }),
    more,
    isPartial: more && isPartial,
    text: context.text,
    optedOut,
    files: [
      ...context.documents.map(({ file, path }) => ({
        file,
        path,
        revision: beginning.revisions.get(file) ?? 0,
      })),
      ...filesOf(context.entries, loaded),
    ],
  })
}

/** Returns the entries for a response. People also learn which of them are stale. */
async function entriesWithStaleness(
  actor: Actor,
  { teamId }: Loader,
  entries: readonly RankedEntry[],
  now: Date,
): Promise<ContextView["entries"]> {
  const shown = entries.map(contextEntryView)
  if (isAgent(actor)) return shown
  const stale = await staleByPolicy(
    wholeTeamUnchecked(teamId),
    shown.map(({ id }) => id),
    now,
  )
  return shown.map((entry) => ({ ...entry, stale: stale.has(entry.id) }))
}

const leftOutView = (
  leftOut: readonly LeftOutCandidate[],
  loaded: ReadonlyMap<string, LoadedEntry>,
  { withText }: { readonly withText: boolean },
): ContextView["leftOut"] =>
  leftOut.slice(0, MOST_TOLD).map(({ candidate: { id, text, path, line, file }, kind, why, by }) => ({
    id,
    text: withText ? text : null,
    path,
    line: line === 0 ? null : line,
    file,
    kind,
    why,
    by: by && { ...by, file: loaded.get(by.id)?.fileId ?? null },
  }))

function askedBy(actor: Actor, project: string): ContextView["as"] {
  const agent = boundAgent(actor)
  const bounds = [agent, projectBound(actor) === null ? null : project].filter((one) => one !== null)
  return { name: actor.name, boundTo: bounds.length === 0 ? null : bounds.join(" in ") }
}

/** Returns a note if the budget is too small for any entry. Else returns []. */
const tooSmall = ({ entries, leftOut }: SelectedContext, budget: number): string[] =>
  entries.length > 0 || !leftOut.some(({ kind }) => kind === "budget")
    ? []
    : [`budget: ${budget} is too small for any entry. Use a larger budget`]

interface Chosen extends Omit<GatheredCandidates, "candidates"> {
  readonly context: SelectedContext
}

/**
 * Chooses among the best entries that the agent loads. If too few of them can be given, chooses again among
 * more.
 */
async function chooseAmong(
  loader: Loader,
  asked: ContextQuery,
  countTokens: TokenCounter,
  spare = 0,
): Promise<Chosen> {
  const { now, task, limit, budget, optedOut } = asked
  const { candidates, ...gathered } = await gatherCandidates(loader, {
    now,
    task,
    limit: limit + spare,
    longest: budget * LONGEST_TOKEN + 1,
  })
  const context = await choose(
    loader.teamId,
    { candidates, documents: gathered.beginning.documents },
    asked,
    countTokens,
  )
  const { more, moreOwn } = gathered
  const lacksOwn =
    moreOwn && task === null && context.entries.filter(isOwn).length < Math.floor(limit * OWN_SHARE)
  const lacks =
    ((more && context.entries.length < limit) || lacksOwn) &&
    !optedOut &&
    spare === 0 &&
    !context.leftOut.some(({ kind }) => kind === "budget")
  return lacks ? chooseAmong(loader, asked, countTokens, MANY_SPARE) : { context, ...gathered }
}

/**
 * Chooses the entries. If some were left out as instructions, reads which of them a person has verified and
 * chooses again.
 */
async function choose(
  teamId: string,
  {
    candidates,
    documents,
  }: { readonly candidates: readonly ContextCandidate[]; readonly documents: readonly ContextCandidate[] },
  asked: ContextQuery,
  countTokens: TokenCounter,
): Promise<SelectedContext> {
  const judges = { countTokens, whyWithheld: findWithheldKind }
  const first = selectContext(candidates, asked, judges, documents)
  const orders = first.leftOut.filter(({ kind }) => kind === "order").map(({ candidate }) => candidate)
  const vouches = await readVerifications(wholeTeamUnchecked(teamId), orders)
  return vouches.size === 0
    ? first
    : selectContext(
        candidates.map((one) => ({ ...one, vouched: vouches.has(one.id) })),
        asked,
        judges,
        documents,
      )
}

export function contextEntryView(given: RankedEntry): ContextEntry {
  const { candidate, score, parts, copies } = given
  const { id, text, path, line, file, section, type, scope, date } = candidate
  const { confidence, recency, frequency, relevance } = parts
  return {
    id,
    text,
    path,
    line,
    file,
    section,
    type,
    scope,
    date,
    score: round(score),
    parts: {
      confidence: round(confidence),
      recency: round(recency),
      frequency: round(frequency),
      ...(relevance === undefined ? {} : { relevance: round(relevance) }),
    },
    fromCoach: coachOf(given),
    copies: copies.map((one) => ({ id: one.id, path: one.path, line: one.line })),
  }
}

/** Returns the number of left-out entries by reason. `unread`: entries that rank below all candidates. */
function countByKind(
  leftOut: readonly LeftOutCandidate[],
  { kind: lowest, unread }: { readonly kind: LeftOutKind; readonly unread: number },
): ContextView["leftOutCounts"] {
  const counts: ContextView["leftOutCounts"] = {}
  for (const { kind } of leftOut) counts[kind] = (counts[kind] ?? 0) + 1
  if (unread > 0) counts[lowest] = (counts[lowest] ?? 0) + unread
  return counts
}

const round = (part: number): number => Math.min(1, roundTo(part, 4))

/** Returns each file once, in the order of its entries. */
function filesOf(
  entries: readonly RankedEntry[],
  loaded: ReadonlyMap<string, LoadedEntry>,
): ContextView["files"] {
  const given: ContextCandidate[] = entries.flatMap(({ candidate, copies }) => [candidate, ...copies])
  return [
    ...new Map(
      given.map(({ id, file, path }) => [file, { file, path, revision: loaded.get(id)?.revision ?? 0 }]),
    ).values(),
  ]
}

/** An agent, its project, and what it loads. */
export interface ContextPlace extends ProposalPlace {
  readonly agent: string
  /** Agent that writes the memory of its category, or null. */
  readonly coordinator: string | null
  readonly optedOut: boolean
  readonly loader: Loader
}

/**
 * Finds the named agent, or the agent that the actor is bound to. The category of an unknown agent follows from its name.
 * `found`: the project, if the caller has already checked the right to read it.
 */
export async function contextPlace(
  actor: Actor,
  input: { team?: string | undefined; project?: string | undefined; agent?: string | undefined },
  found?: ProposalPlace,
): Promise<Outcome<ContextPlace>> {
  const agent = input.agent ?? boundAgent(actor)
  if (agent === null) return refused("invalid", "agent: enter the agent's name")
  const place = found ? done(found) : await proposalPlace(actor, input, "read")
  if (!place.ok) return place
  const { team, project, notes = [] } = place.value
  const stored = await findLoader(wholeTeamUnchecked(team.id), {
    projectId: project.id,
    name: agent,
    slug: null,
  })
  if (!stored.known) return unknownAgentPlace(place.value, agent, stored)
  const { optedOut, coordinator, loader } = stored
  return done({ team, project, notes, agent, coordinator, optedOut, loader })
}

async function unknownAgentPlace(
  place: ProposalPlace,
  agent: string,
  stored: Awaited<ReturnType<typeof findLoader>>,
): Promise<Outcome<ContextPlace>> {
  const { team, project, notes = [] } = place
  const host = await workspaceHost(wholeTeamUnchecked(team.id), { projectId: project.id, agent })
  if (host !== null) return hostPlace(place, { host, guest: agent })
  const slug = categoryOfName(await taxonomyOf(wholeTeamUnchecked(team.id)), agent)?.slug ?? null
  const { known, optedOut, coordinator, loader } =
    slug === null
      ? stored
      : await findLoader(wholeTeamUnchecked(team.id), { projectId: project.id, name: agent, slug })
  if (!known && !mayNameAgent(agent)) return refused("invalid", noAgentName(agent))
  return done({ team, project, notes, agent, coordinator, optedOut, loader })
}

/**
 * Returns the context of the project's only agent, for an agent without memory of its own that works in its
 * workspace.
 */
async function hostPlace(
  place: ProposalPlace,
  { host, guest }: { readonly host: string; readonly guest: string },
): Promise<Outcome<ContextPlace>> {
  const { team, project, notes = [] } = place
  const { optedOut, coordinator, loader } = await findLoader(wholeTeamUnchecked(team.id), {
    projectId: project.id,
    name: host,
    slug: null,
  })
  const note = `${guest} has no memory of its own in this project and works in the workspace of ${host}`
  return done({ team, project, notes: [...notes, note], agent: host, coordinator, optedOut, loader })
}
