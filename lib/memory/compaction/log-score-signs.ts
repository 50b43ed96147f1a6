import { ageInDays, STALE_AFTER_DAYS } from "../memory-files/entry-dates"
import { bareStatement } from "../similarity/statement-words"
import type { LogEntry, MemoryKind } from "./scored-log-entry"
import { opensInPast, type Tense, tenseOf } from "./tense"

/** A log entry with the properties that the signs test. */
export interface LogReading {
  readonly entry: LogEntry
  /** Text without bullets, dates and emphasis. */
  readonly bare: string
  readonly section: string
  readonly tense: Tense
  /** True if the text begins with a past-tense verb ("Fixed the build") and states no decision. */
  readonly did: boolean
  readonly decides: boolean
  /** True if the text holds only for a limited time, such as "today". */
  readonly passing: boolean
  /** ISO dates of all logs with this entry or a duplicate. */
  readonly days: readonly string[]
  /** Shortened text of the most similar curated entry or instruction; null if none is similar. */
  readonly near: string | null
  readonly today: string
}

interface Sign {
  readonly name: string
  /** Negative: against. */
  readonly weight: number
  readonly words: string | ((reading: LogReading) => string)
  /**
   * Kind that the sign gives to the entry. The first matching sign with a kind and a positive weight decides.
   * Default: "fact".
   */
  readonly kind?: MemoryKind
  readonly holds: (reading: LogReading) => boolean
}

/** Returns a log entry with the properties that the signs test. */
export function readLogEntry({
  entry,
  days,
  near,
  today,
}: Pick<LogReading, "entry" | "days" | "near" | "today">): LogReading {
  const bare = bareStatement(entry.text).replace(/^\[[A-Z]\d\]\s*/, "")
  const decides = DECIDES.test(bare)
  const passing = PASSING.test(bare) || PASSING_GERMAN.test(bare) || PASSING_HAN.test(bare)
  return {
    entry,
    bare,
    section: entry.section ?? "",
    tense: tenseOf(bare),
    did: !decides && opensInPast(bare),
    decides,
    passing,
    days,
    near,
    today,
  }
}

/** True if a text states a rule, a decision or a preference. A trim removes such stale entries last. */
export const statesRule = (text: string): boolean => {
  const bare = bareStatement(text)
  return DECIDES.test(bare) || RULE.test(bare) || PREFERS.test(bare) || UNIVERSAL.test(bare)
}

/** Score of a line without signs. It is below `MIN_PROMOTION_SCORE`. */
export const PLAIN = 0.3

const DECIDES =
  /^(?:decision\b|entscheidung\b|entschieden\b|beschluss\b|beschlossen\b|decided\b|agreed\b|chose\b|we (?:chose|decided|agreed|settled)\b|settled on\b|standardi[sz]ed on\b)|\b(?:(?:was|were|is|it['’]s|have|has|team|we) (?:decided|agreed)|from now on|going forward|henceforth|is (?:now )?the (?:canonical|sole|single source)|we (?:now )?(?:use|keep|do not|don['’]t|never|always)|final decision|strategic decision|ab (?:jetzt|sofort)|künftig)\b|(?:^|我们|已经?|董事长|会议)决定|决定[:：]|定为|改用|统一使用/iu
const PASSING =
  /\b(?:today|yesterday|tomorrow|tonight|right now|currently|at the moment|so far|for now|for the day|this (?:morning|afternoon|evening|week|month|sprint|session|time|run)|(?:last|next) (?:week|month|night|session|sprint|time|release)|(?:by|before|on|since|until|till|to) (?:noon|tonight|next|mon|tues|wednes|thurs|fri|satur|sun)(?:day)?\b|(?:by|before|until|till|since) \d|(?:until|till|by|since) \d{0,2} ?(?:january|february|march|april|may|june|july|august|september|october|november|december)\b|still (?:open|running|to do|pending|waiting|not|needs?)|waiting (?:for|on)|pending|in progress|under (?:way|investigation)|half done|not yet|yet\b(?=[.!]?$)|on holiday|(?<!\b(?:when|whenever|if|while|once|unless|until|after|before|because)\b[^.;:]{0,40})(?:is|are) (?:down|red|green|back|blocked|done|out|off sick|merged|ready|complete|running now)\b(?! (?:of|for|if|when|unless|by|to))|blocked on|remaining|\d+ (?:left|more to go|to go)|so far|no result|back to)\b/i
const PASSING_GERMAN =
  /\b(?:heute|gestern|morgen|derzeit|aktuell|im Moment|momentan|gerade|vorerst|diese Woche|nächste Woche|wartet auf|noch (?:nicht|offen)|bis (?:Montag|Dienstag|Mittwoch|Donnerstag|Freitag|Samstag|Sonntag)|außer Betrieb)\b/iu
const PASSING_HAN =
  /今天|今日|昨天|明天|本周|目前|当前|正在|进行中|已完成|待(?:完成|更新|处理|改进|验证|确认|补)|尚未|完成了|暂时|未完成/u
const RULE =
  /\b(?:always|never (?!\w+ed\b|been\b|got\b)|(?:are|is|be|but|and|or|gets?) never \w+(?:ed|en)\b|must(?: not)?|(?:has|have) to|(?:can|may|must) only|only be|no \w+(?: \w+)? (?:over|above|below|under|longer than|before|after|without|until)|whatever the|regardless of|no matter|may not|shall|do not|don['’]t|avoid|prefer\b|only (?:when|if|after|through|via|by|with|on|the)|instead of|rather than|not by hand|without exception|no exceptions?|nobody|under no circumstances|every time|at every|everywhere|make sure|ensure|required? (?:to|that)|is required|mandatory|forbidden|at most|at least|no more than)\b|\b(?:immer|niemals|nie|keinesfalls|auf keinen Fall|nur (?:noch|mit|bis|nach|per|über|wenn|durch)|darf nicht|dürfen nicht|muss|müssen|darf nur|dürfen nur|ohne Ausnahme|stets|mindestens|höchstens|verboten)(?![\p{L}])|永远|必须|不要|禁止|务必|绝不|不得|一律|第一步/iu
const UNIVERSAL =
  /^(?:[^:：]{1,40}[:：]\s*)?(?:never|always|every|each|any(?:thing|one)?|nobody|no (?!errors?|issues?|problems?|changes?|failures?|warnings?|results?|answers?|news))\b/i
const CAUSE =
  /\b(?:because|since (?!\d|mon|tues|wednes|thurs|fri|satur|sun|yesterday)|so that|otherwise|unless|due to|as a result|root cause|caused by|leads? to|results? in|causes?|which (?:breaks|loses|means|drops|makes)|weil|sonst|andernfalls|damit|wenn .{3,80}[,;]|, wenn .{3,80}|, da |if .{3,80}[,:;]|when(?:ever)? .{3,80}|while .{3,80}|once .{3,60}[,:;]|fails? (?:when|if|with|without|on|unless)|breaks? (?:when|if|with|without)|, so )\b|因为|否则|导致|如果.+(?:就|则|会)|因此/iu
const DIRECTS =
  /(?:[;:—–.]|\bso|\bor)\s+(?:always |never |please )?(?:acknowledge|add|ask|avoid|call|check|clear|commit|compare|convert|copy|do(?:n['’]t| not)|drop|escape|exclude|fetch|format|freeze|give|go|ignore|install|keep|leave|list|load|lock|look|make|mark|name|open|pass|pause|pin|plan|prefer|put|quote|read|rebuild|refresh|roll|remove|replace|rerun|resize|restart|run|send|set|skip|sort|split|stop|store|tell|test|treat|trim|try|unplug|use|validate|verify|wait|wrap|write)\b/i
const LESSON =
  /\b(?:merke|lehre|erkenntnis|achtung|vorsicht|lessons?(?: learned)?|gotcha|pitfall|beware|watch out|careful|root cause|the trick|rule of thumb|workaround|note that)\b|教训|核心发现|根因/iu
const LABELLED =
  /^(?:merke|lehre|regel|erkenntnis|lessons?(?: learned)?|rule(?: of thumb)?|gotcha|takeaway|insight|pattern|convention|principle|教训|规则|原则)\s*[:：—–]/iu
const PREFERS =
  /\b(?:bevorzugt|möchte (?:nur|immer|nie|lieber|keine)|will (?:nur|immer|nie|lieber|keine)|mag (?:keine|nur)|prefers|likes|dislikes|hates|insists on|cares about|favou?rs)\b|\b(?:we|they|users?|team|customers?|clients?|people) (?:prefer|like|dislike|hate|insist on|care about|favou?r)\b|(?:用户|董事长|团队|客户|老板|[A-Za-z]+)[^，。；]{0,6}(?:偏好|喜欢)/iu
const WANTS =
  /^(?:the )?(?:user|team|client|customer|owner|lead|[A-Z][a-z]+(?: [A-Z][a-z]+)?)\b[^.;:]{0,20}\b(?:wants?|expects?|asks for|does(?:n['’]t| not) (?:want|like))\b/
const OWNS =
  /\b(?:owns|(?<!its |their |his |her |our |my |your )own (?:the|all|every|any)|is (?:owned|maintained) by|belongs? to|(?:is|are) responsible for|in charge of|maintains?|ask (?:him|her|them|[A-Z][a-z]+) (?:before|for|first)|contact\b.{0,20} for)\b|负责/u
const ADDRESS =
  /(?:https?:\/\/\S+|\b[\w.+-]+@[\w-]+\.[\w.-]+|`[^`\s]*[./:][^`\s]*`|\b[\w-]+(?:\.[\w-]+)+:\d+|\bport \d{2,5}\b|\blocalhost\b|#[a-z][\w-]+|(?<![\w/])(?:~|\.{1,2})?\/[\w.-]+|\b[\w-]+\/[\w-]+(?:\/[\w.-]+|\.\w{1,5}\b))/i
const PLACED =
  /\b(?:lives?|sits?|stands?|(?:is|are) (?:at|in|on|under|behind|stored|kept|found|served|hosted|located|reached|published|rebuilt|mirrored)|runs? (?:on|at|in|under)|comes? from|go(?:es)? (?:in|to|into|under)|points? (?:at|to)|listens? on|belongs? (?:in|to|under)|(?:stored|kept|found|served|hosted|located) (?:in|at|on|under|by))\b/i
const REGULAR =
  /\b(?:every (?:night|day|hour|week|month|monday|\d+)|nightly|hourly|daily|weekly|mondays|tuesdays|wednesdays|thursdays|fridays|(?:at|before|after) \d{1,2}:\d{2}(?: ?(?:utc|cet|gmt|am|pm))?|UTC|expires? after|for \d+ days|by default|up to \d)\b/i

const FIGURES =
  /\b\d+(?:\.\d+)?\s?%|\b\d+\s?\/\s?\d+\b(?!\/)|\b\d+ (?:tests?|files?|issues?|errors?|warnings?|partitions|products|complaints|questions|items|commits|models|tickets)\b|→\s*\d|\btook \d/i
const TICKET =
  /(?:^|[\s(])(?:#\d+|[A-Z]{2,10}-\d+|(?:PR|MR|ticket|issue|commit|task|job)s?\s+#?\d[\d.]*)\b|\b(?=[0-9a-f]*\d)(?=[0-9a-f]*[a-f])[0-9a-f]{7,40}\b/
const REVIEWED =
  /^(?:critical|high|major|medium|moderate|minor|low|info|nit|blocker|warning|suggestion|(?:finding |issue )?[HMLCIB]-?\d{1,2})\b\s*(?:[HMLCIB]\d{1,2}\s*)?(?:\([^)]*\))?\s*[:—–]|\b(?:CRITICAL|HIGH|MEDIUM|LOW)\b.{0,20}\bfindings?\b|(?:→|->|\()\s*(?:critical|high|major|medium|minor|low)\b(?:\s+[HMLCI]\b)?\s*(?=\(|\)|$)/i
const STANDS_AT =
  /\b(?:DONE|OPEN|FIXED|VERIFIED|RESOLVED|CONFIRMED|PENDING|WIP|STALE|DEFERRED|PASS(?:ED)?|FAIL(?:ED)?|COMPLETE|PARTIAL|MISSING|UNVERIFIED)\b|^(?:[Ss]tatus|[Vv]erdict|[Bb]lockers?|[Dd]eliverables?|[Ss]cope|[Oo]utcome|[Rr]esults?|[Ss]ummary|[Pp]rogress)\b[^:]{0,20}:|[✅⏳❌🔄]/u
const AT_LINES = /\blines? \d+|\w\.\w{1,4}:\d+|\bL\d{2,}\b/
const OF_ONE_CHANGE =
  /\b(?:this|the|prior|previous) (?:review|log|plan|PR|pull request|diff|change|patch|branch|audit|session|pass)\b|^plan\b/i
const IN_MEMORY =
  /\b(?:already |now )?(?:saved|written|added|moved|promoted|recorded|copied) (?:to|in|into) (?:MEMORY\.md|(?:long.?term|curated) memory)\b|已(?:经)?(?:固化|写入|记入|更新|提升)[到至入]?\s*(?:MEMORY\.md|长期记忆)/iu
const DEFECT =
  /\b(?:dead code|lacks|unfixed|no-op|not (?:clamped|memoized|validated|sanitized|handled|tested|covered|guarded|escaped|debounced)|(?:is|are) missing|missing from)\b/i
const PLANS =
  /^(?:(?:i|we)(?:['’]ll)?\s+)?(?:need(?:s)? to|must (?!be\b|not\b|never\b|always\b)|should (?!be\b|not\b|never\b|always\b)|have to|will\b|going to|want to|plan(?:s|ning)? to|next(?: session| steps?)?\s*:|todo\b|to do\b|ask \w+ (?:about|whether|if)\b|let['’]s\b|could\b|maybe\b|consider\b)|\b(?:we should|i should|should probably|might (?:want|be worth)|what if|i will|i['’]ll|to be (?:done|checked|decided|clarified))\b|^(?:finish|continue|begin|start|check|move|follow up|investigate|look (?:at|into)|write to|present|compile|create|present|update|resolve|verify|review)\b(?!.{0,80}\b(?:before each|before every|always|every|whenever|because|otherwise|or\b))|建议|应考虑|下一步|计划/iu
/** Matches entries about one temporary piece of work, such as "the demo". */
const ONE_PIECE =
  /^(?:the|this|that|my|our|his|her) (?:(?:new|old|current|first|second|last) )?(?:demo|draft|branch|pull request|PR|MR|ticket|meeting|call|presentation|patch|hotfix|refactor(?:ing)?|rewrite|prototype|spike|teaser|slides?|experiment|hypothesis|rollout)\b|^(?:branch|current)\b|\b(?:before|by|for|until|in time for) (?:the|our|this|his|her|their) (?:\w+ )?(?:demo|meeting|launch|deadline|call|presentation|visit)\b/i
const DOES_NOW =
  /\b(?:works?|renders?|runs?|looks?|loads?|behaves?|is|are|seems?) (?:fine|good|well|ok(?:ay)?|great|slow|fast|faster|better|stable|clean|as (?:it should|expected|before)|correctly|smoothly)\b(?! (?:when|if|for|unless|with|without|only|on|in)\b)|\bnow (?:works?|handles?|shows?|has|supports?|returns?|loads?|passes)\b|\b(?:has|have|works?|runs?) now\b|\btests? pass(?:es)?\b(?! (?:by|if|when|only|without))|^(?:the|our) new (?:\w+ ){1,2}(?:shows?|has|is|handles?|loads?|works?|supports?)\b|^works on\b/i
const GUESSES =
  /\b(?:thinks?|believes?|guess(?:es)?|suspects?|not sure|hypothesis|perhaps|probably|possibly|might be)\b/i
/** Matches a decision about a single case, which is over once it is carried out. */
const ONE_CASE =
  /\b(?:is|are|gets?|was|were) (?:dropped|cancell?ed|postponed|moved|skipped|deferred|rescheduled|delayed)\b(?! (?:when|if|unless|after|before|without))|\bmoves? to (?:the next |next )?(?:issue|week|sprint|release|version|quarter|month|monday|tuesday|wednesday|thursday|friday|q\d|v?\d)|\bends? on\b/i
const SELF =
  /^(?:i|my)\b|\b(?:i|i['’]ve|i['’]m) (?:had|made|was|am|did|think|could|went|worked|found|tried|looked)\b|^我|我自己/i
/** Matches entries about the note itself rather than the work. */
const OF_NOTE =
  /\b(?:use|read|treat|keep|see) this (?:as|for|file|note|document|list|when)\b|\bthis (?:file|note|document|memory|entry|list)\b/i
const LABELS = /^[^\S\r\n]*(?:\*\*)?\p{Lu}[\p{L} ]{1,30}[:：]/gmu
const NAMELESS =
  /^(?:[^:：]{1,20}[:：]\s*)?(?:(?:he|she|they|it)\b|(?:this|that|these|those) (?:is|are|was|were|means?|must|can|will|does|has|have)\b|[他她它])/iu
const NEXT =
  /\b(?:next|todo|to do|open|blockers?|blocked|waiting|plan|pending|questions?|ideas?|status|backlog|follow.?ups?|conversation|chat|transcript|summary|what happened|progress|context)\b|待|计划|进展|状态|成果|事件/iu
const DONE =
  /\b(?:done|completed?|finished|changes|work(?:ed)?|tasks?|commits?|results?|metrics|files)\b|已完成|完成(?:事项|情况)|验证|检查|清单|总结/iu
const LEARNED =
  /\b(?:learn(?:ed|t|ings?)?|lessons?|decisions?|preferences?|conventions?|findings|architecture|extracts)\b|决策|偏好|规则/iu
const LESSONS =
  /\b(?:learn(?:ed|t|ings?)?|lessons?|rules?|insights?|takeaways?|patterns?|gotchas?|pitfalls?|principles)\b|教训|经验|纠正措施|感悟|悟道/iu

const HAN = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u
/**
 * True if a clause of more than three words is followed by another one in the present tense, such as a fact
 * and its consequence.
 */
const explains = (bare: string): boolean => {
  const [first = "", ...rest] = bare.split(/[;:](?=\s)|\s[—–]\s|\.\s+(?=\p{Lu})/u)
  return (
    rest.length > 0 && tellsMuch(first) && rest.some((part) => tellsMuch(part) && tenseOf(part) === "present")
  )
}
const tellsMuch = (text: string): boolean => text.trim().split(/\s+/).length > 3

/** All signs with their weights, which are added to `PLAIN`, and their words for display. */
export const SIGNS: readonly Sign[] = [
  {
    name: "decision",
    weight: 0.35,
    words: "states a decision",
    kind: "decision",
    holds: ({ decides }) => decides,
  },
  {
    name: "preference",
    weight: 0.35,
    words: "states a preference",
    kind: "preference",
    holds: ({ bare, tense, did }) => PREFERS.test(bare) && tense !== "past" && !did,
  },
  {
    name: "expectation",
    weight: 0.15,
    words: "states an expectation",
    kind: "preference",
    holds: ({ bare }) => WANTS.test(bare),
  },
  {
    name: "ownership",
    weight: 0.25,
    words: "says who owns what",
    kind: "fact",
    holds: ({ bare, tense }) => OWNS.test(bare) && tense !== "past",
  },
  {
    name: "address",
    weight: 0.2,
    words: "says where something is",
    kind: "fact",
    holds: ({ bare, tense, did }) => tense === "present" && !did && ADDRESS.test(bare) && PLACED.test(bare),
  },
  { name: "rule", weight: 0.3, words: "states a rule", kind: "lesson", holds: ({ bare }) => RULE.test(bare) },
  {
    name: "cause",
    weight: 0.2,
    words: "explains cause and effect",
    kind: "lesson",
    holds: ({ bare, tense, did }) => CAUSE.test(bare) && tense !== "past" && !did,
  },
  {
    name: "advice",
    weight: 0.2,
    words: "says what to do about a problem",
    kind: "lesson",
    holds: ({ bare, did }) => !did && DIRECTS.test(bare),
  },
  {
    name: "lesson",
    weight: 0.2,
    words: "is described as a lesson",
    kind: "lesson",
    holds: ({ bare }) => LESSON.test(bare),
  },
  {
    name: "labelled",
    weight: 0.15,
    words: "is labeled as a lesson",
    kind: "lesson",
    holds: ({ bare }) => LABELLED.test(bare),
  },
  {
    name: "heading of lessons",
    weight: 0.15,
    words: ({ section }) => `is under “${section}”`,
    kind: "lesson",
    holds: ({ section }) => LESSONS.test(section) && !NEXT.test(section),
  },
  {
    name: "holds on",
    weight: 0.25,
    words: "states a fact, not an event",
    kind: "fact",
    holds: ({ tense, did, passing }) => tense === "present" && !did && !passing,
  },
  {
    name: "general",
    weight: 0.1,
    words: "is general",
    kind: "lesson",
    holds: ({ bare, tense, did, passing }) => tense !== "past" && !did && !passing && UNIVERSAL.test(bare),
  },
  {
    name: "explains",
    weight: 0.1,
    words: "explains a consequence",
    kind: "fact",
    holds: (reading) =>
      reading.tense === "present" &&
      !reading.did &&
      !reading.passing &&
      !HAN.test(reading.bare) &&
      explains(reading.bare),
  },
  {
    name: "regular",
    weight: 0.1,
    words: "mentions a recurring time or limit",
    kind: "fact",
    holds: ({ bare, tense, did }) => tense === "present" && !did && REGULAR.test(bare),
  },
  {
    name: "repeated",
    weight: 0.2,
    words: ({ days }) => `was recorded on ${days.length} days`,
    holds: ({ days, did, passing }) => days.length > 1 && !did && !passing,
  },
  {
    name: "often repeated",
    weight: 0.15,
    words: "is often repeated",
    holds: ({ days, did, passing }) => days.length > 2 && !did && !passing,
  },
  {
    name: "heading for it",
    weight: 0.15,
    words: ({ section }) => `is under “${section}”`,
    holds: ({ section }) => LEARNED.test(section) && !LESSONS.test(section) && !NEXT.test(section),
  },

  { name: "done", weight: -0.5, words: "reports what a session did", holds: ({ did }) => did },
  {
    name: "happened",
    weight: -0.35,
    words: "reports a single event",
    holds: ({ tense, did, decides }) => tense === "past" && !did && !decides,
  },
  { name: "passing", weight: -0.45, words: "is temporary", holds: ({ passing }) => passing },
  {
    name: "plan",
    weight: -0.4,
    words: "is a plan or a task",
    holds: ({ bare, decides }) => !decides && PLANS.test(bare),
  },
  { name: "question", weight: -0.5, words: "is a question", holds: ({ bare }) => /[?？]\s*$/.test(bare) },
  {
    name: "ticket",
    weight: -0.3,
    words: "is about a ticket, a job or a commit",
    holds: ({ bare }) => TICKET.test(bare),
  },
  {
    name: "figures",
    weight: -0.25,
    words: "contains numbers from a single point in time",
    holds: ({ bare }) => FIGURES.test(bare) && !RULE.test(bare),
  },
  {
    name: "reviewed",
    weight: -0.6,
    words: "is a review finding that becomes obsolete once fixed",
    holds: ({ bare }) => REVIEWED.test(bare),
  },
  {
    name: "state of work",
    weight: -0.35,
    words: "reports progress",
    holds: ({ bare, entry }) => STANDS_AT.test(bare) || STANDS_AT.test(entry.text),
  },
  {
    name: "defect",
    weight: -0.2,
    words: "describes a bug and becomes obsolete once the bug is fixed",
    holds: ({ bare }) => DEFECT.test(bare),
  },
  {
    name: "lines of code",
    weight: -0.25,
    words: "cites line numbers in code, which can change",
    holds: ({ bare }) => AT_LINES.test(bare),
  },
  {
    name: "one change",
    weight: -0.25,
    words: "is about a single change",
    holds: ({ bare }) => OF_ONE_CHANGE.test(bare),
  },
  {
    name: "of the note",
    weight: -0.4,
    words: "is about the note itself",
    holds: ({ bare }) => OF_NOTE.test(bare),
  },
  {
    name: "about oneself",
    weight: -0.3,
    words: "is about its author",
    holds: ({ bare }) => SELF.test(bare),
  },
  {
    name: "nameless",
    weight: -0.25,
    words: "uses a name that makes sense only within its log",
    holds: ({ bare }) => NAMELESS.test(bare),
  },
  {
    name: "intent",
    weight: -0.25,
    words: "describes a next step, not a lasting rule",
    holds: ({ bare, decides }) =>
      decides &&
      /^(?:decided|agreed(?: with \w+)?) to (?:look|meet|stop|start|continue|go|try|wait|ask|postpone|move|finish|do|check|talk|call|write)\b/i.test(
        bare,
      ),
  },
  {
    name: "heading of plans",
    weight: -0.3,
    words: ({ section }) => `is under “${section}”`,
    holds: ({ section }) => NEXT.test(section),
  },
  {
    name: "heading of work",
    weight: -0.15,
    words: ({ section }) => `is under “${section}”`,
    holds: ({ section }) =>
      DONE.test(section) && !NEXT.test(section) && !LEARNED.test(section) && !LESSONS.test(section),
  },
  {
    name: "near",
    weight: -0.2,
    words: ({ near }) => `is similar to “${near ?? ""}”`,
    holds: ({ near }) => near !== null,
  },
  {
    name: "in memory",
    weight: -0.4,
    words: "says that it is already in memory",
    holds: ({ bare, section }) => IN_MEMORY.test(section) || IN_MEMORY.test(bare),
  },
  {
    name: "one case",
    weight: -0.5,
    words: "is about a single case",
    holds: ({ bare }) => ONE_CASE.test(bare) && !UNIVERSAL.test(bare),
  },
  {
    name: "one piece",
    weight: -0.35,
    words: "is about a single piece of work",
    holds: ({ bare, decides }) => !decides && ONE_PIECE.test(bare),
  },
  {
    name: "does now",
    weight: -0.3,
    words: "describes the current state",
    holds: ({ bare, decides }) => !decides && DOES_NOW.test(bare),
  },
  { name: "guess", weight: -0.3, words: "is a guess", holds: ({ bare }) => GUESSES.test(bare) },
  {
    name: "quoted",
    weight: -0.2,
    words: "is a quote",
    holds: ({ bare }) => /^[^:"“]{1,40}[:：]\s*["“„][^"”]+["”]\.?$/u.test(bare),
  },
  {
    name: "short",
    weight: -0.15,
    words: "is too short",
    holds: ({ bare }) =>
      !HAN.test(bare) &&
      bare.split(/\s+/).length < 6 &&
      !RULE.test(bare) &&
      !DECIDES.test(bare) &&
      !PREFERS.test(bare) &&
      !OWNS.test(bare) &&
      !ADDRESS.test(bare) &&
      !CAUSE.test(bare),
  },
  {
    name: "long",
    weight: -0.2,
    words: "covers several topics",
    holds: ({ bare, entry }) =>
      bare.split(/\s+/).length > 70 ||
      bare.split("\n").length > 4 ||
      (entry.text.match(LABELS)?.length ?? 0) > 1,
  },
  {
    name: "old",
    weight: -0.1,
    words: "is old",
    holds: ({ entry, today }) =>
      (ageInDays(entry.day, new Date(`${today.slice(0, 10)}T00:00:00Z`)) ?? 0) > STALE_AFTER_DAYS,
  },
]
