import type { CoachedAgent, CoachEntry } from "@/lib/memory/coach/synthesis"
import { audienceOf } from "@/lib/memory/context/category-section"
import { groupBy, compareText } from "@/lib/memory/text/aggregates"
import { rolesReadBy } from "@/lib/memory/migration/role-sections"
import { ageInDays, STALE_AFTER_DAYS } from "@/lib/memory/memory-files/entry-dates"
import { type Cluster, entriesOf, wordingOf } from "./clusters"
import {
  type Finding,
  roundShare,
  mostUsefulFindings,
  joinNames,
  namesOfSources,
  quoteStatement,
} from "./findings"
import { formatCount } from "@/lib/memory/text/sentence"
import type { FleetStatements } from "./fleet-statements"
import { forEachPaced, type WorkPacer } from "./work-slices"
import { isTemplateText } from "./agreements-and-contradictions"
import { isRecord, isSentence, isSelfContained } from "./worth-sharing"
import { agentKey, type StatementSource } from "./distinct-statements"

/** Returns findings about the state of the fleet's memory, each with citations. */
export const findObservations = async (said: FleetStatements, pace: WorkPacer): Promise<Finding[]> =>
  mostUsefulFindings([
    ...repeated(said),
    ...templates(said),
    ...old(said),
    ...thin(said),
    ...(await known(said, pace)),
  ])

/** Returns findings about agents whose memory contains only the text of a template. */
function templates({ clustered, heard, held }: FleetStatements): Finding[] {
  return clustered.clusters.filter(isTemplateText).flatMap((one): Finding[] => {
    const empty = one.voices.filter((voice) => voice.agent !== null && held.get(voice)?.length === 1)
    const entries = entriesOf(one)
    return empty.length < 2
      ? []
      : [
          {
            kind: "observation",
            text: `The memory of ${formatCount(empty.length, "agent")} contains only its initial text: ${quoteStatement(one.lead.text, 160)} (${joinNames(namesOfSources(empty))}). Their lessons were not recorded${empty.length === heard.voices.size ? "" : " or are stored elsewhere"}.`,
            confidence: 0.85,
            citations: entries.slice(0, 12).map(({ id }) => id),
            promote: null,
            worth: 0.7,
            about: new Set(entries.map(({ id }) => id)),
            from: one.voices[0]?.key ?? "",
          },
        ]
  })
}

/** Returns findings about memories that repeat each other. */
function repeated({ twins, generality }: FleetStatements): Finding[] {
  return twins.map(({ small, large, shared, of }): Finding => {
    const told = shared.toSorted(
      (a, b) =>
        Number(isSelfContained(b.lead.text)) - Number(isSelfContained(a.lead.text)) ||
        generality(b) - generality(a) ||
        a.lead.at - b.lead.at,
    )
    const pairs = told
      .slice(0, 4)
      .flatMap((one) => [
        one.sayings.flatMap(({ entries }) => entries).find(isOf(small.key)),
        one.sayings.flatMap(({ entries }) => entries).find(isOf(large.key)),
      ])
      .filter((entry) => entry !== undefined)
    return {
      kind: "observation",
      text: `The memory of ${small.name} repeats the memory of ${large.name}: ${shared.length} of its ${formatCount(of, "entry")} are also there, e.g. ${quoteStatement((told[0] as Cluster).lead.text, 160)}. Copies drift apart over time. Remove one of the copies, or promote the shared entries.`,
      confidence: 0.9,
      citations: pairs.map(({ id }) => id),
      promote: null,
      worth: 0.66 + Math.min(0.2, shared.length / 100),
      about: new Set([
        `twins of ${small.key}`,
        `twins of ${large.key}`,
        ...pairs.slice(0, 2).map(({ id }) => id),
      ]),
      from: small.key,
    }
  })
}

const isOf =
  (key: string) =>
  ({ agent, project }: CoachEntry): boolean =>
    agent !== null && agentKey(project, agent) === key

/** Returns findings about agents whose memory has not changed for more than `STALE_AFTER_DAYS` days. */
function old({ material, heard }: FleetStatements): Finding[] {
  const byAgent = groupBy(material.entries, ({ project, agent }) =>
    agent === null ? "" : agentKey(project, agent),
  )
  const now = new Date(`${material.today}T00:00:00Z`)
  const days = (agent: CoachedAgent) => ageInDays(agent.changedOn, now) ?? 0
  return material.agents
    .filter((agent) => !agent.optedOut && agent.entries > 0 && days(agent) > STALE_AFTER_DAYS)
    .toSorted((a, b) => days(b) - days(a) || b.entries - a.entries || compareText(a.name, b.name))
    .slice(0, MOST_OLD)
    .flatMap((agent): Finding[] => {
      const [newest, ...more] = newestOf(byAgent.get(agentKey(agent.project, agent.name)) ?? [])
      if (newest === undefined) return []
      const name = heard.voices.agentName(agent)
      return [
        {
          kind: "observation",
          text: `The memory of ${name} has not changed since ${agent.changedOn}, ${days(agent)} days ago. It has ${formatCount(agent.entries, "entry")}, the newest being ${quoteStatement(newest.text, 160)}. Its entries may be outdated.`,
          confidence: 0.85,
          citations: [newest, ...more.slice(0, 2)].map(({ id }) => id),
          promote: null,
          worth: 0.5 + Math.min(0.1, days(agent) / 4000) + Math.min(0.1, agent.entries / 200),
          about: new Set([newest.id]),
          from: agentKey(agent.project, agent.name),
        },
      ]
    })
}

const MOST_OLD = 24

const newestOf = (entries: readonly CoachEntry[]): CoachEntry[] =>
  entries
    .filter(({ flags }) => flags.length === 0)
    .toSorted(
      (a, b) =>
        compareText(b.date ?? "", a.date ?? "") ||
        compareText(a.path, b.path) ||
        a.line - b.line ||
        compareText(a.id, b.id),
    )

/**
 * Returns findings about agents with almost no memory, if another agent of the same category has many
 * entries. Agents without a category are compared within their project.
 */
function thin({ material, held, generality, heard }: FleetStatements): Finding[] {
  const byKey = new Map([...held].map(([voice, all]) => [voice.key, all]))
  return [
    ...groupBy(
      material.agents.filter(({ optedOut }) => !optedOut),
      ({ project, category }) => `${project}\n${category ?? ""}`,
    ).values(),
  ].flatMap((mates): Finding[] => {
    const rich = mates.toSorted(
      (a, b) => b.entries - a.entries || (a.name < b.name ? -1 : 1),
    )[0] as CoachedAgent
    const poor =
      rich.entries >= 8 ? mates.filter((mate) => mate.entries + inCategoryFor(mate, material) <= 1) : []
    if (poor.length === 0) return []
    const best = (byKey.get(agentKey(rich.project, rich.name)) ?? [])
      .filter((one) => one.voices.length === 1 && generality(one) > 0.5 && isSelfContained(one.lead.text))
      .toSorted(
        (a, b) =>
          generality(b) + wordingOf(b.lead.text) - generality(a) - wordingOf(a.lead.text) ||
          a.lead.at - b.lead.at,
      )
      .slice(0, 3)
    const [first] = best
    if (first === undefined) return []
    const names = poor.map((agent) => heard.voices.agentName(agent)).toSorted()
    const compared = rich.category === null ? "project" : `category (${rich.category})`
    return [
      {
        kind: "observation",
        text: `${joinNames(names)} ${littleMemory(poor)}, while ${heard.voices.agentName(rich)} in the same ${compared} has ${formatCount(rich.entries, "entry")} of its own, including ${quoteStatement(first.lead.text, 160)}. A seed plan can copy the general entries.`,
        confidence: 0.8,
        citations: best.flatMap((one) => entriesOf(one).slice(0, 1)).map(({ id }) => id),
        promote: null,
        worth: (rich.category === null ? 0.42 : 0.55) + 0.03 * Math.min(5, names.length),
        about: new Set([`thin ${rich.project} ${rich.category ?? ""}`]),
        from: agentKey(rich.project, rich.name),
      },
    ]
  })
}

/**
 * Returns what agents of one category have: "has no entries of its own and loads 28 shared entries". Each agent has at
 * most one entry of its own.
 */
function littleMemory(agents: readonly CoachedAgent[]): string {
  const isOne = agents.length === 1
  const most = Math.max(...agents.map(({ entries }) => entries))
  const own = most === 0 ? "no entries" : `${isOne ? "only" : "at most"} 1 entry`
  const shared = agents[0]?.shared ?? 0
  const loads = shared === 0 ? "" : ` and ${isOne ? "loads" : "load"} ${formatCount(shared, "shared entry")}`
  return `${isOne ? "has" : "have"} ${own} of ${isOne ? "its" : "their"} own${loads}`
}

/** Returns the number of entries in the agent's own section of its category's memory. */
function inCategoryFor(
  { name, project, category }: CoachedAgent,
  { entries }: FleetStatements["material"],
): number {
  if (category === null) return 0
  const roles = rolesReadBy(name)
  return entries.filter((one) => {
    if (one.agent !== null || one.category !== category || one.project !== project || one.section === null)
      return false
    const audience = audienceOf(one.section)
    return audience?.kind === "role" && roles.includes(audience.role)
  }).length
}

/** Minimum number of statements about a name for a finding that only one agent writes about it. */
const MANY = 4
/** Pattern for names of source files. Reviews mention them line by line, but the subject has another name. */
const SOURCE_FILE = /\.(?:[cm]?[jt]sx?|py|rs|go|java|kt|rb|css|html|vue|svelte|swift)\b/i

/** True if a name, and the statements of one agent about it, are useful for others. */
const isTelling = (
  name: { readonly shown: string; readonly clusters: readonly Cluster[] },
  own: readonly Cluster[],
) =>
  isWrittenAbout(name.clusters) &&
  !isOfOneFile(name.clusters, own) &&
  !SOURCE_FILE.test(name.shown) &&
  /[\p{L}\p{N}]{4}/u.test(name.shown)

/**
 * True if at least `MANY` statements, and at least half of them, are sentences. A list of values does not
 * explain a name.
 */
function isWrittenAbout(clusters: readonly Cluster[]): boolean {
  const sentences = clusters.filter(({ lead: { text } }) => isSentence(text) && !isRecord(text)).length
  return sentences >= MANY && sentences * 2 >= clusters.length
}

/**
 * True if all statements are in one file of an agent with several files. Such a topic file is found through
 * the agent's index.
 */
function isOfOneFile(clusters: readonly Cluster[], own: readonly Cluster[]): boolean {
  const filesOf = (some: readonly Cluster[]) =>
    new Set(some.flatMap((one) => entriesOf(one).map(({ file }) => file))).size
  return filesOf(clusters) === 1 && filesOf(own) > 1
}

/** Minimum number of sources for a finding that only one agent writes about a name. */
const FEWEST_AGENTS = 3

/**
 * Maximum number of names that are searched in all statements. More would take long in a large fleet, and a
 * reader needs few.
 */
const LOOKED_FOR = 24

/** Returns findings about names that only one agent writes about, in many statements. */
async function known(
  { subjects, heard, held, generality, countApart }: FleetStatements,
  pace: WorkPacer,
): Promise<Finding[]> {
  if (heard.voices.size < FEWEST_AGENTS) return []
  const best = new Map<StatementSource, { readonly shown: string; readonly clusters: readonly Cluster[] }>()
  for (const name of subjects.names(MANY)) {
    const [voice, ...others] = new Set(name.clusters.flatMap((one) => one.voices))
    if (
      voice === undefined ||
      voice.agent === null ||
      others.length > 0 ||
      !isTelling(name, held.get(voice) ?? [])
    )
      continue
    if ((best.get(voice)?.clusters.length ?? 0) < name.clusters.length) best.set(voice, name)
  }
  const most = [...best]
    .toSorted(([, a], [, b]) => b.clusters.length - a.clusters.length || (a.shown < b.shown ? -1 : 1))
    .slice(0, LOOKED_FOR)
  const looked = most.map(([voice, { shown }]) => ({ voice, name: shown.toLowerCase() }))
  const shared = new Set<StatementSource>()
  await forEachPaced(heard.sayings, pace, ({ text, voices: all }) => {
    const said = text.toLowerCase()
    for (const { voice, name } of looked)
      if (!shared.has(voice) && said.includes(name) && countApart([...all, voice]) > 1) shared.add(voice)
  })
  return most
    .filter(([voice]) => !shared.has(voice))
    .map(([voice, { shown, clusters }]): Finding => {
      const told = clusters.toSorted(
        (a, b) =>
          Number(isSelfContained(b.lead.text)) - Number(isSelfContained(a.lead.text)) ||
          generality(b) - generality(a) ||
          a.lead.at - b.lead.at,
      )
      const entries = told.flatMap((one) => entriesOf(one).slice(0, 1))
      return {
        kind: "observation",
        text: `Only ${voice.name} writes about ${shown}, in ${clusters.length} entries. No other memory mentions this subject. The most general entry is ${quoteStatement((told[0] as Cluster).lead.text, 180)}.`,
        confidence: roundShare(0.6 + 0.02 * Math.min(10, clusters.length)),
        citations: entries.slice(0, 6).map(({ id }) => id),
        promote: null,
        worth: 0.24 + 0.02 * Math.min(8, clusters.length),
        about: new Set(entries.map(({ id }) => id)),
        from: voice.key,
      }
    })
}
