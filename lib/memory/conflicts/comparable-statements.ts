import type { Claim } from "../similarity/contradictable-statement"

/** Matches a placeholder for unknown content, such as `none yet`. */
const PLACEHOLDER =
  /^\W*(?:(?:no|none|nothing|not)\b.{0,60}\b(?:yet|so far|recorded|available|found)\b|(?:none|n\/a|tbd|todo|tba|empty|unknown|pending|null|undefined|placeholder)\b|[[<{(][^\]>})]*[\]>})]$)/i
/** Matches a count, date or identifier of the record itself: `upd:2026-11-05,refs:1`, `Last updated: …`. */
const RECORD =
  /^\W*(?:upd(?:ated)?|refs?|rev(?:ision)?|version|created|modified|last[ _-](?:updated|reviewed|modified|verified|checked|run|seen)|date|status|id|uuid|hash|commit|source|sources|file|files|path|location|see|see also|ref|link|url|author|tags?|type|lines of code|loc|weight|exports|functions|classes|located at|domain|layer|priority|confidence|score|count|total|lines?|size|duration|estimate|effort|impact|severity|progress|phase|step|task|session|round|iteration)\b[^\p{L}]{0,3}[:=]/iu
/** Matches a count at one moment: `32 tests pass`, `12 files, 340 lines`. */
const COUNTER =
  /\b\d[\d,.]*\+? (?:of \d+ )?(?:tests?|files?|lines?|entries|entities|components?|issues?|errors?|warnings?|commits?|tasks?|items?|modules?|pages?|endpoints?|methods?|classes|functions?|chars?|tokens?|passed|passing|failed|failing|skipped|total|complete)\b|\b\d{1,3} ?% (?:complete|done|coverage|covered|passing|redundan)|\bcoverage\b.{0,20}\d/i
/** Matches a date. With a word of `LOGGED`, the text describes events of that day. */
const DAY = /\b20\d\d-[01]\d-[0-3]\d\b/
const LOGGED =
  /\b(?:added|fixed|completed|implemented|merged|created|updated|removed|deployed|refactored|verified|resolved|shipped|released|reviewed|migrated|started|finished|discovered|identified|condensed|observed|measured|analy[sz]ed|ran|tested|session)\b/i
/** Matches a single measurement: `the sync took 40 minutes`. */
const MEASURED = /\b(?:took|lasted|peaked at)\b[^.]{0,20}\d/i
/** Matches citations of works and of statutes. */
const CITED = /\bet al\b|\bdoi\b|\barXiv\b|§\s?\d|\bArt(?:icle|\.)\s?\d|\b(?:ISBN|ISSN)\b|\(\d{4}\)[.,]/i
/** Matches code, links and addresses, which only point somewhere. */
const POINTER = /`[^`]+`|\[[^\]]*\]\([^)]*\)|https?:\S+/g

/** True if a statement only points to something and says nothing about it. */
const isPointer = (bare: string): boolean => !/\p{L}/u.test(bare.replaceAll(POINTER, " "))

/**
 * True if a statement describes a fact or a rule that holds until a person or an agent changes it. False for daily records, counts,
 * placeholders, citations, labels and pointers. The queue compares only durable statements.
 */
export function isDurable({ bare, read, data, event }: Claim): boolean {
  if (data || event) return false
  if (read.words.length < 3 && !read.terms.some(({ kind }) => kind === "pair")) return false
  if (PLACEHOLDER.test(bare) || RECORD.test(bare) || isPointer(bare) || CITED.test(bare)) return false
  if (MEASURED.test(bare)) return false
  return !isLogged(bare)
}

const isLogged = (bare: string): boolean => DAY.test(bare) && LOGGED.test(bare)

/** True if a statement is mostly words rather than code names, numbers and paths. */
export function isInWords({ read, bare, label }: Claim): boolean {
  const telling = read.terms.filter(
    ({ within, code, kind }) => kind === "pair" || (kind === "word" && !within && !code),
  )
  if (telling.length < 1 || telling.length * 2.5 < read.terms.length) return false
  return label === 0 || (bare.match(/,/g) ?? []).length < 3
}

/** True if a statement counts something at one moment, so that a different count does not contradict it. */
export const isCount = ({ bare }: Claim): boolean => COUNTER.test(bare)

/** Headings above past events, open tasks or lookup lists. */
const RECORDS =
  /\b(?:next steps?|to-?dos?|completed|done|progress|change ?log|history|files? (?:changed|modified|created)|(?:key|source|related|reference) files|sessions?|logs?|recent(?:ly)?|backlog|open questions?|references?|sources?|links|see also|examples?|results?|metrics|benchmarks?|(?<!accumulated )findings?|audit|review (?:rounds?|log)|timeline|episodes?|milestones?|roadmap|phases?|sprint|tasks?|summary of changes|test coverage|what was done|status|bug ?fix(?:es)?|fixed|known gaps?|gap analysis|próximos passos|concluíd[oa]s?|histórico|nächste schritte)\b/iu
/** Matches paths of files about one day or one piece of work, and of backup copies. */
const RECORD_FILE =
  /(?:^|\/)(?:backups?|te?mp|archives?|archived|old|sessions?|episodes?|logs?|daily|handoffs?|journal|tasks?|history|plans?|runs?|reports?|explorations?|checkpoints?)\/|20\d\d[-_]?[01]\d[-_]?[0-3]\d|(?:^|[/_-])(?:session|progress|change-?log|handoff|todo|roadmap|exploration|audit|active-?context|decision-?log)s?(?:[_-][^/]*)?\.\w+$|\.bak\b| - copy\b/i

/** True if the heading or the file of an entry marks it as a record of past events or a lookup list rather than lasting memory. */
export const isInRecord = (section: string | null, path: string | null): boolean =>
  (section !== null && RECORDS.test(section)) || (path !== null && RECORD_FILE.test(path))

/** True if a statement is a checkbox item. A checkbox item names work to do rather than a fact. */
export const isTask = (text: string): boolean => /^[\s*+-]{0,10}\[[ xX]\]\s/.test(text)
