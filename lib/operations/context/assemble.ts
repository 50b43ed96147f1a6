import { noteDelivered } from "@/lib/db/context/read-counts"
import type { LoadedEntry } from "@/lib/db/context/picked-entries"
import type { Loader } from "@/lib/db/context/loaded-files"
import { projectBound } from "@/lib/db/teams/visible-teams"
import { type Actor, boundAgent, isAgent } from "@/lib/memory/teams/actor"
import type { ContextCandidate, ContextAsked, GivenEntry } from "@/lib/memory/context/context-entry"
import {
  chooseContext,
  type ChosenContext,
  coachOf,
  isOwn,
  type LeftOutCandidate,
  OWN_SHARE,
} from "@/lib/memory/context/context"
import { done, type Outcome } from "@/lib/memory/inputs/outcome"
import { whyWithheld } from "@/lib/memory/context/withheld"
import { type Gathered, gatherCandidates } from "./candidates"
import type { ProposalPlace } from "../proposals/place"
import { contextPlace } from "./loader"
import { type TokenCounter, tokenCounter } from "./tokens"
import { vouchedOf } from "../verification/vouched"
import { type ContextEntry, contextInput, type ContextInput, type ContextView } from "./context-outputs"
import { roundTo } from "@/lib/memory/numbers/round"

/** Left out, as many as are told. */
const MOST_TOLD = 100
/** Looked at where those that are looked at otherwise do not fill the limit. */
const MANY_SPARE = 5_000
/** Characters for each token of the budget: a longer statement has no room in any case. */
const LONGEST_TOKEN = 20

export interface Assembling {
  /** The clock; the same store and clock give the same context. */
  readonly now?: Date
  /** Whether an agent is given it, so that it counts as read. */
  readonly delivers?: boolean
  /** The project, where whoever asks has looked it up to be read. */
  readonly place?: ProposalPlace | undefined
}

/** What an agent is told: the best of what it loads, within its budget. The right to read is looked at here. */
export async function assembleContext(
  actor: Actor,
  input: ContextInput,
  { now = new Date(), delivers = true, place: found }: Assembling = {},
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
  const { context, loaded, more, beginning } = await chooseAmong(loader, asked, await tokenCounter())
  if (delivers)
    noteDelivered(
      loader.teamId,
      context.entries.map(({ candidate: { id } }) => ({
        id,
        projectId: loaded.get(id)?.projectId ?? loader.projectId,
      })),
    )
  const withheld = isAgent(actor)
  return done({
    agent,
    team: team.slug,
    project: project.name,
    as: askedBy(actor, project.name),
    notes: [...notes, ...tooSmall(context, budget)],
    tokens: context.tokens,
    documents: context.documents.map(({ file, path, text }) => ({ file, path, text })),
    entries: context.entries.map(entryView),
    leftOut: context.leftOut
      .slice(0, MOST_TOLD)
      .map(({ candidate: { id, text, path, line, file }, kind, why, by }) => ({
        id,
        text: withheld ? null : text,
        path,
        line: line === 0 ? null : line,
        file,
        kind,
        why,
        by: by && { ...by, file: loaded.get(by.id)?.fileId ?? null },
      })),
    leftOutCounts: countsOf(context.leftOut),
    more,
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

function askedBy(actor: Actor, project: string): ContextView["as"] {
  const agent = boundAgent(actor)
  const bounds = [agent, projectBound(actor) === null ? null : project].filter((one) => one !== null)
  return { name: actor.name, boundTo: bounds.length === 0 ? null : bounds.join(" in ") }
}

/** Returns a note if the budget has room for no entry. */
const tooSmall = ({ entries, leftOut }: ChosenContext, budget: number): string[] =>
  entries.length > 0 || !leftOut.some(({ kind }) => kind === "budget")
    ? []
    : [`budget: ${budget} is too small for any entry. Use a larger one`]

interface Chosen extends Omit<Gathered, "candidates"> {
  readonly context: ChosenContext
}

/** Among the best that the agent may load; where most of them may not be given, as with a section that speaks to others, among more of them. */
async function chooseAmong(
  loader: Loader,
  asked: ContextAsked,
  countTokens: TokenCounter,
  spare = 0,
): Promise<Chosen> {
  const { now, task, limit, budget, optedOut } = asked
  const { candidates, loaded, more, moreOwn, beginning } = await gatherCandidates(loader, {
    now,
    task,
    limit: limit + spare,
    longest: budget * LONGEST_TOKEN + 1,
  })
  const context = await choose(
    loader.teamId,
    { candidates, documents: beginning.documents },
    asked,
    countTokens,
  )
  const lacksOwn =
    moreOwn && task === null && context.entries.filter(isOwn).length < Math.floor(limit * OWN_SHARE)
  const lacks =
    ((more && context.entries.length < limit) || lacksOwn) &&
    !optedOut &&
    spare === 0 &&
    !context.leftOut.some(({ kind }) => kind === "budget")
  return lacks
    ? chooseAmong(loader, asked, countTokens, MANY_SPARE)
    : { context, loaded, more, moreOwn, beginning }
}

/** Chosen again with what people vouch for, where something was left out that only a vouch lets in. */
async function choose(
  teamId: string,
  {
    candidates,
    documents,
  }: { readonly candidates: readonly ContextCandidate[]; readonly documents: readonly ContextCandidate[] },
  asked: ContextAsked,
  countTokens: TokenCounter,
): Promise<ChosenContext> {
  const judges = { countTokens, whyWithheld }
  const first = chooseContext(candidates, asked, judges, documents)
  const orders = first.leftOut.filter(({ kind }) => kind === "order").map(({ candidate }) => candidate)
  const vouches = await vouchedOf(teamId, orders)
  return vouches.size === 0
    ? first
    : chooseContext(
        candidates.map((one) => ({ ...one, vouched: vouches.has(one.id) })),
        asked,
        judges,
        documents,
      )
}

export function entryView(given: GivenEntry): ContextEntry {
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

function countsOf(leftOut: readonly LeftOutCandidate[]): ContextView["leftOutCounts"] {
  const counts: ContextView["leftOutCounts"] = {}
  for (const { kind } of leftOut) counts[kind] = (counts[kind] ?? 0) + 1
  return counts
}

const round = (part: number): number => Math.min(1, roundTo(part, 4))

/** Each file once, in the order in which its statements come. */
function filesOf(
  entries: readonly GivenEntry[],
  loaded: ReadonlyMap<string, LoadedEntry>,
): ContextView["files"] {
  const given: ContextCandidate[] = entries.flatMap(({ candidate, copies }) => [candidate, ...copies])
  return [
    ...new Map(
      given.map(({ id, file, path }) => [file, { file, path, revision: loaded.get(id)?.revision ?? 0 }]),
    ).values(),
  ]
}
