import { groupBy } from "@/lib/memory/text/aggregates"
import { AGENTS, type Project } from "./random-store"

/** A memory file in its current state. */
export interface StandingFile {
  readonly project: Project
  readonly path: string
  readonly text: string
  readonly state: string
  /** ISO date of the last change; null if unknown. */
  readonly updated: string | null
}

/** Decisions of people, by the text or place they apply to. */
export interface Decisions {
  /** Places of verified statements. */
  readonly vouched: ReadonlySet<string>
  /** Places that override another place against the order of scopes. */
  readonly overrides: readonly { readonly winner: string; readonly loser: string }[]
  /** Pairs of statements whose conflict was dismissed, wherever they appear. */
  readonly dismissed: readonly { readonly one: string; readonly other: string }[]
}

/** One statement with the place where it was found. */
export interface PlacedStatement {
  /** Project, path and line number. */
  readonly at: string
  readonly project: Project
  readonly path: string
  readonly line: number
  readonly text: string
  readonly scope: "session" | "global" | "project" | "team"
  readonly agent: string | null
  readonly inCategory: boolean
  /** Audience; null means everybody. */
  readonly to: "unit" | "contract" | "coordinator" | null
  readonly struck: boolean
  readonly score: number
  /** Subject and value if the statement is a claim. */
  readonly claim: { readonly subject: string; readonly port: string } | null
}

export interface ExpectedContext {
  /**
   * The statements an agent may receive, best first. Each group holds all places of one statement, by rank.
   */
  readonly groups: readonly (readonly PlacedStatement[])[]
}

/** Agents in the only category that has category memory. */
const TESTING = new Set<string>(["unit-tester", "contract-tester", "testing-coordinator"])
const OPTED_OUT = { project: "ledger", agent: AGENTS[4] }
const PREVAILS = ["global", "project", "team"]

/**
 * The context an agent must receive, computed from the documentation instead of the product's code. `today`:
 * ISO date; `read`: deliveries by place.
 */
export function expectedContext(
  files: readonly StandingFile[],
  decisions: Decisions,
  {
    project,
    agent,
    overrideGlobal,
    today,
    read,
  }: {
    project: Project
    agent: string
    overrideGlobal: boolean
    today: string
    read: ReadonlyMap<string, number>
  },
): ExpectedContext {
  if (project === OPTED_OUT.project && agent === OPTED_OUT.agent) return { groups: [] }
  const loaded = files
    .filter((one) => one.state !== "gone")
    .flatMap((file) => statedIn(file, today, read))
    .filter((one) => loads(one, project, agent) && !one.struck)
  const overridden = new Set(decisions.overrides.map((one) => one.loser))
  const over = (winner: PlacedStatement, loser: PlacedStatement) =>
    contradicts(winner, loser) &&
    PREVAILS.indexOf(winner.scope) > PREVAILS.indexOf(loser.scope) &&
    !isDecided(decisions, winner, loser)
  const outranked = (one: PlacedStatement) =>
    overridden.has(one.at) || loaded.some((other) => over(other, one))
  const hearable = loaded.filter((one) => hears(agent, one.to))
  const freed = overrideGlobal
    ? hearable.filter((one) => one.scope === "global" && !overridden.has(one.at))
    : []
  const told = hearable.filter(
    (one) => (freed.includes(one) || !outranked(one)) && !freed.some((global) => over(one, global)),
  )
  const groups = groupBy(told.toSorted(byRank), (one) => plain(one.text))
  return {
    groups: [...groups.values()].filter(
      (group) =>
        !/^ignore all previous/i.test(group[0]?.text ?? "") ||
        group.some((one) => decisions.vouched.has(one.at)),
    ),
  }
}

/**
 * The groups included at the start of a session. Up to half of them come from the agent's own memory and its
 * category's.
 */
export function firstIncluded(
  groups: ExpectedContext["groups"],
  limit: number,
): { readonly groups: ExpectedContext["groups"]; readonly cutAt: readonly number[] } {
  const isOwn = (group: readonly PlacedStatement[]) =>
    group.some((one) => one.agent !== null || one.inCategory)
  const own = groups.filter(isOwn).slice(0, Math.floor(limit / 2))
  const others = groups.filter((group) => !own.includes(group)).slice(0, limit - own.length)
  return {
    groups: groups.filter((group) => own.includes(group) || others.includes(group)),
    cutAt: [own, others].flatMap((some) => some.at(-1)?.[0]?.score ?? []),
  }
}

function isDecided(
  { dismissed, overrides }: Decisions,
  one: PlacedStatement,
  other: PlacedStatement,
): boolean {
  const pair = (a: string, b: string, is: string, stands: string) =>
    (a === is && b === stands) || (a === stands && b === is)
  return (
    dismissed.some((decided) =>
      pair(plain(decided.one), plain(decided.other), plain(one.text), plain(other.text)),
    ) || overrides.some((decided) => pair(decided.winner, decided.loser, one.at, other.at))
  )
}

const contradicts = (one: PlacedStatement, other: PlacedStatement): boolean =>
  one.claim !== null &&
  other.claim !== null &&
  one.claim.subject === other.claim.subject &&
  one.claim.port !== other.claim.port

function loads({ scope, project, agent, inCategory }: PlacedStatement, where: Project, who: string): boolean {
  if (scope === "session") return false
  if (scope !== "project") return true
  return project === where && (agent === null || agent === who) && (!inCategory || TESTING.has(who))
}

const hears = (agent: string, to: PlacedStatement["to"]): boolean =>
  to === null || agent === "testing-coordinator" || agent === `${to}-tester`

/** Normalizes a statement: lower case, without a final period. */
export const plain = (text: string): string => text.toLowerCase().replace(/\.$/, "")

function byRank(one: PlacedStatement, other: PlacedStatement): number {
  return Math.abs(other.score - one.score) > 1e-9 ? other.score - one.score : 0
}

/** Parses a file like a reader: list items under headings, or elements of a JSON list. */
export function statedIn(
  file: StandingFile,
  today: string,
  read: ReadonlyMap<string, number>,
): PlacedStatement[] {
  const { project, path, text, updated } = file
  const came = updated !== null && updated < today ? updated : today
  const place = {
    project,
    path,
    scope: scopeOf(path),
    agent: /^\.kaizen\/agents\/([^/]+)/.exec(path)?.[1] ?? null,
    inCategory: path.includes("agent-memory"),
  }
  const make = (
    line: number,
    words: string,
    more: {
      date: string | null
      struck: boolean
      confidence: number | null
      accessed: number
      to?: PlacedStatement["to"]
    },
  ): PlacedStatement => {
    const at = `${project} ${path}:${line}`
    const days = Math.max(0, (Date.parse(today) - Date.parse(more.date ?? came)) / 86_400_000)
    const frequency = Math.min(1, Math.log(1 + more.accessed + (read.get(at) ?? 0)) / Math.log(1001))
    const [, subject = "", port = ""] = /^the (\w+) service listens on port (\d+)$/.exec(plain(words)) ?? []
    return {
      ...place,
      at,
      line,
      text: words,
      to: more.to ?? null,
      struck: more.struck,
      score: 0.4 * (more.confidence ?? 0.5) + 0.3 * 0.5 ** (days / 90) + 0.3 * frequency,
      claim: port === "" ? null : { subject, port },
    }
  }
  if (path.endsWith(".json")) return inJson(text, make)
  return inMarkdown(text, make)
}

type Make = (
  line: number,
  words: string,
  more: {
    date: string | null
    struck: boolean
    confidence: number | null
    accessed: number
    to?: PlacedStatement["to"]
  },
) => PlacedStatement

function inMarkdown(text: string, make: Make): PlacedStatement[] {
  let heading = ""
  return text.split("\n").flatMap((line, at) => {
    if (line.startsWith("## ")) heading = line.slice(3)
    const [, date, struck, words] = /^- (?:\[(\d{4}-\d\d-\d\d)\] )?(~~)?(.*?)(?:~~.*)?$/.exec(line) ?? []
    if (words === undefined || heading === "Session Log") return []
    const to = AUDIENCES.get(heading ?? "") ?? null
    return [
      make(at + 1, words, {
        date: date ?? null,
        struck: struck !== undefined,
        confidence: null,
        accessed: 0,
        to,
      }),
    ]
  })
}

interface Element {
  readonly content: string
  readonly confidence?: number
  readonly created_at?: string
  readonly accessed_count: number
  readonly deleted_at?: string
}

/** A JSON element has the line of its brace; notes have their own line. */
function inJson(text: string, make: Make): PlacedStatement[] {
  const {
    entries,
    runs = [],
    notes = [],
  } = JSON.parse(text) as {
    entries?: Element[]
    runs?: { timestamp: string; lesson: string }[]
    notes?: string[]
  }
  const lines = text.split("\n")
  const braces = lines.flatMap((line, at) => (line === "    {" ? [at + 1] : []))
  if (entries)
    return entries.map((one, at) =>
      make(braces[at] ?? 0, one.content, {
        date: one.created_at?.slice(0, 10) ?? null,
        struck: one.deleted_at !== undefined,
        confidence: one.confidence ?? null,
        accessed: one.accessed_count,
      }),
    )
  const noted = lines.indexOf('  "notes": [')
  return [
    ...runs.map(({ timestamp, lesson }, at) =>
      make(braces[at] ?? 0, lesson, {
        date: timestamp.slice(0, 10),
        struck: false,
        confidence: null,
        accessed: 0,
      }),
    ),
    ...notes.map((note, at) =>
      make(noted + at + 2, note, { date: null, struck: false, confidence: null, accessed: 0 }),
    ),
  ]
}

/** Audience of each section of a category memory. */
const AUDIENCES = new Map<string, "coordinator" | "unit" | "contract">([
  ["Coordinator Notes", "coordinator"],
  ["Unit-Specific", "unit"],
  ["Contract-Specific", "contract"],
])

function scopeOf(path: string): PlacedStatement["scope"] {
  const [, folder] = /^memory\/(sessions|global|teams)\//.exec(path) ?? []
  if (folder === "sessions") return "session"
  if (folder === "global") return "global"
  return folder === "teams" ? "team" : "project"
}
