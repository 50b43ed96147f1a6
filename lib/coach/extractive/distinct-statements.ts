import type { CoachEntry, CoachMaterial } from "@/lib/memory/coach/synthesis"
import { statementKey } from "@/lib/memory/similarity/matching"
import { readStatement, type Term } from "@/lib/memory/similarity/statement"
import { weightOf } from "@/lib/memory/lexicon/software"
import { forEachPaced, type WorkPacer } from "./work-slices"
import { subjectsOf, type Subject } from "./subjects"
import { isWorthSharing } from "./worth-sharing"
import { compareText } from "@/lib/memory/text/aggregates"

/** Pattern for headings of sections about problems and risks. */
const SECTIONS =
  /\b(?:watch[ -]?points?|gotchas?|pitfalls?|traps?|risks?|caveats?|known (?:issues?|bugs?|limitations?|problems?)|what breaks|what (?:did(?:n['’]t| not)) work|failures?|fail(?:s|ing)|trouble(?:shooting)?|anti-?patterns?|mistakes?|lessons?|bugs?|warnings?|quirks?|dangers?|incidents?|postmortems?|注意|落とし穴|陷阱|주의)/i

/** Pattern for words about failures. */
const GOES_WRONG =
  /\b(?:break(?:s|ing)|broke(?:n)?|fail(?:s|ed|ing|ures?)?|flaky|flakes?|hangs?|hung|leak(?:s|ed|ing)?|race conditions?|deadlocks?|crash(?:es|ed|ing)?|panic(?:s|ked)|corrupt(?:s|ed|ion)|silently|stutters?|swallow(?:s|ed)|loses?|doubles|charges? twice|overflows?|oom|times out|timed out|gets? stuck|vulnerab\w+|insecure|secrets? (?:in|are|was|were|leak\w*)|gotcha|pitfall|beware|careful|watch out|bugs?|wrong(?:ly)?|misleading|misread|mismatch(?:es|ed)?|regression|incidents?|outage|exhausts?|exhausted|collid\w+|collisions?|unreliable|unstable|out of sync|does ?n[o'’]t (?:work|exist|fire|support)|does not (?:work|exist|fire|match|propagate)|not (?:thread|type)[- ]safe|forget(?:s|ting)?|forgot|bites?|infinite loop|false (?:positives?|negatives?))\b/i
const GOES_WRONG_ELSEWHERE =
  /失敗|壊れ|エラー|漏れ|危険|落ちる|不具合|错误|錯誤|失败|崩溃|泄漏|泄露|超时|죽|실패|오류|누수|깨지/u

/** Returns 2 for a statement that mentions a failure, 1 for one below a heading about problems, else 0. */
export function troubleLevel(text: string, section: string | null): 0 | 1 | 2 {
  const head = text.slice(0, 600)
  if (GOES_WRONG.test(head) || GOES_WRONG_ELSEWHERE.test(head)) return 2
  return section !== null && SECTIONS.test(section) ? 1 : 0
}

/**
 * A statement with all entries that have the same words. Contains no parsed words, because a fleet has
 * hundreds of thousands of statements. A comparison parses the words again.
 */
export interface DistinctStatement {
  /** Index of the statement in `StatementIndex.sayings`. */
  readonly at: number
  readonly text: string
  /** Entries with this text, sorted by their position in memory. */
  readonly entries: CoachEntry[]
  readonly voices: StatementSource[]
  /** Numbers of the meanings of its words, without duplicates, in the order of the text. */
  readonly ideas: readonly number[]
  /** Numbers of its subjects, without duplicates. */
  readonly subjects: readonly number[]
  readonly trouble: 0 | 1 | 2
}

/** All distinct statements of a fleet, with their meanings and subjects. */
export interface StatementIndex {
  readonly sayings: readonly DistinctStatement[]
  readonly voices: StatementSources
  /** Weight of each meaning, by its number. */
  readonly weights: readonly number[]
  /** Subjects, indexed by their numbers. */
  readonly subjects: readonly Subject[]
  /** Statements by entry ID. Entries that are not worth sharing are left out (see `isWorthSharing`). */
  readonly byEntry: ReadonlyMap<string, DistinctStatement>
}

/**
 * Returns the entries sorted by their position in memory, so that the order of the material does not affect
 * the result.
 */
export const sortByPlace = (entries: readonly CoachEntry[]): CoachEntry[] =>
  entries.toSorted(
    (a, b) =>
      compareText(a.project, b.project) ||
      compareText(a.agent ?? "", b.agent ?? "") ||
      compareText(a.path, b.path) ||
      a.line - b.line ||
      compareText(a.text, b.text) ||
      compareText(a.id, b.id),
  )

export async function indexStatements(material: CoachMaterial, pace: WorkPacer): Promise<StatementIndex> {
  const voices = new StatementSources(material)
  const [byKey, byEntry] = [new Map<string, DistinctStatement | null>(), new Map<string, DistinctStatement>()]
  const [sayings, numbers, weights] = [[] as DistinctStatement[], new Map<string, number>(), [] as number[]]
  const [subjectNumbers, subjects] = [new Map<string, number>(), [] as Subject[]]
  const numberOfSubject = (subject: Subject) => {
    let number = subjectNumbers.get(subject.key)
    if (number === undefined) {
      subjectNumbers.set(subject.key, (number = subjects.length))
      subjects.push(subject)
    }
    return number
  }
  const numberOf = (idea: string, weight: number) => {
    let number = numbers.get(idea)
    if (number === undefined) {
      numbers.set(idea, (number = weights.length))
      weights.push(weight)
    }
    return number
  }
  await forEachPaced(sortByPlace(material.entries), pace, (entry) => {
    const key = statementKey(entry.text)
    let saying = byKey.get(key)
    if (saying === undefined) {
      const read = readStatement(entry.text)
      saying = isWorthSharing(read)
        ? {
            at: sayings.length,
            text: entry.text,
            entries: [],
            voices: [],
            ideas: [...new Set(read.terms.map((term) => numberOf(term.idea, weightOfTerm(term))))],
            subjects: subjectsOf(read).map(numberOfSubject),
            trouble: troubleLevel(entry.text, entry.section),
          }
        : null
      byKey.set(key, saying)
      if (saying !== null) sayings.push(saying)
    }
    if (saying === null) return
    saying.entries.push(entry)
    byEntry.set(entry.id, saying)
    const voice = voices.of(entry)
    if (!saying.voices.includes(voice)) saying.voices.push(voice)
  })
  return { sayings, voices, weights, subjects, byEntry }
}

function weightOfTerm({ kind, named, idea }: Term): number {
  if (kind === "pair") return 0.5
  return named ? 1 : weightOf(idea)
}

/** Source of statements: an agent with all its files, or a shared memory. */
export interface StatementSource {
  /** Equal for all statements of one agent or shared memory. */
  readonly key: string
  /** Name for display: "unit-tester", "the testing memory". */
  readonly name: string
  readonly agent: string | null
  readonly project: string
  readonly category: string | null
}

/**
 * The sources of a material, with display names. The names contain the project if the material has several
 * projects.
 */
class StatementSources {
  private readonly known = new Map<string, StatementSource>()
  private readonly named: boolean

  constructor(material: Pick<CoachMaterial, "oneProject" | "entries">) {
    this.named = !material.oneProject && new Set(material.entries.map(({ project }) => project)).size > 1
  }

  of(entry: CoachEntry): StatementSource {
    const key = keyOf(entry)
    const known = this.known.get(key)
    if (known !== undefined) return known
    const { agent, project, category } = entry
    const voice: StatementSource = { key, name: this.nameOf(entry), agent, project, category }
    this.known.set(key, voice)
    return voice
  }

  /** Number of sources so far. */
  get size(): number {
    return this.known.size
  }

  agentName({ name, project }: { readonly name: string; readonly project: string }): string {
    return this.named ? `${name} (${project})` : name
  }

  private nameOf({ agent, category, scope, project }: CoachEntry): string {
    if (agent !== null) return this.agentName({ name: agent, project })
    if (scope === "global") return "the global memory"
    if (scope === "team") return "the team’s memory"
    if (category !== null)
      return this.named ? `the ${category} memory (${project})` : `the ${category} memory`
    return this.named ? `the memory of ${project}` : "the project’s memory"
  }
}

export const agentKey = (project: string, name: string): string => `agent\n${project}\n${name}`

function keyOf({ agent, category, scope, project }: CoachEntry): string {
  if (agent !== null) return agentKey(project, agent)
  return scope === "global" || scope === "team" ? scope : `${scope}\n${project}\n${category ?? ""}`
}
