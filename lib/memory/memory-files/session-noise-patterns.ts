import { bareStatement } from "../similarity/statement-words"
import { plainText } from "../text/plain-words"

export interface Noise {
  readonly kind:
    | "test-run"
    | "progress"
    | "todo"
    | "pleasantry"
    | "stack-trace"
    | "passing-path"
    | "date-only"
    | "reference-only"
  /**
   * Description of the noise, and why it does not belong in memory, for the curator and the agent that
   * proposed it.
   */
  readonly message: string
}

const MESSAGES: Readonly<Record<Noise["kind"], string>> = {
  "test-run":
    "Reports a test run, which the next run makes obsolete. Write what was learned from it instead.",
  progress: "Describes what a session did. Write what later sessions should know instead.",
  todo: "A task, not a finding. Put tasks in the issue tracker.",
  pleasantry: "Addressed to a person in a conversation, not to later sessions.",
  "stack-trace": "A stack trace. Describe the cause and how to avoid it in one sentence.",
  "passing-path": "Mentions a file in a temporary folder. The file will not exist in later sessions.",
  "date-only": "Contains only a date.",
  "reference-only":
    "Contains only a reference to a pull request, a commit or a ticket. Write what was learned from it instead.",
}

/** Matches content that a later session can use: a rule, a reason, a condition, a consequence. Such a statement never counts as noise. */
const LESSON =
  /\b(?:must|always|never|should|shall|need(?:s|ed)?|require[sd]?|because|since|so that|otherwise|instead|rather than|due to|root cause|caus(?:e[sd]?|ing)|turns? out|lesson|learn(?:ed|t)|prefer|avoid|prevents?|only|unless|whenever|beware|careful|watch out|gotcha|trap|note that|means|do(?:es)?(?: not|n['’]t)|cannot|can['’]t|won['’]t|fails? (?:when|if|on|with|after|unless)|breaks? (?:when|if|on|with)|use[sd]? |if |when |convention|rule|decided|decision)/i

/** Finds session noise that does not belong in memory. Returns null for all other text. Prefers misses to false alarms. */
export function findNoise(text: string): Noise | null {
  const kind = DATE_ONLY.test(text.trim()) ? "date-only" : kindOf(plainText(bareStatement(text)).trim())
  return kind === null ? null : { kind, message: MESSAGES[kind] }
}

function kindOf(statement: string): Noise["kind"] | null {
  if (statement === "" || LONG_WORDS.test(statement)) return null
  if (isTrace(statement)) return "stack-trace"
  if (PLEASANTRY.test(statement)) return "pleasantry"
  if (TODO.test(statement)) return "todo"
  if (LESSON.test(statement)) return null
  if (REFERENCE_ONLY.test(statement)) return "reference-only"
  if (TEST_RUN.some((pattern) => pattern.test(statement))) return "test-run"
  if (PROGRESS.some((pattern) => pattern.test(statement)) || DONE.test(statement)) return "progress"
  return PASSING_PATH.test(statement) ? "passing-path" : null
}

/** Matches a long statement, whose beginning does not describe all of it. */
const LONG_WORDS = /^(?:\S+\s+){60}/
const DATE_ONLY =
  /^[\s[(]*(?:\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?Z?)?|\d{1,2}[./]\d{1,2}[./]\d{2,4}|\d{1,2}:\d{2}(?::\d{2})?(?:\s*[ap]m)?)[\s\])]*$/i
const PLEASANTRY =
  /^(?:(?:ok(?:ay)?|sure|great|perfect|thanks?(?: you)?(?: so much| a lot)?|thx|cheers|you['’]re welcome|sounds good|got it|no problem|hi|hello|hey|good (?:morning|evening|afternoon)|happy to help|let me know|hope (?:this|that) helps|will do|makes sense|awesome|nice|cool|yes|no|sorry|my pleasure)\b[\s,.!:)]*)+(?:for (?:the|your|all)[^.]{0,40}|everyone|all|team|there|if (?:you (?:need|want|have)|there)[^.]{0,50}|[a-z]{2,12})?[\s.!?:)]*$/i
const TODO =
  /^(?:\[ \]\s*)?(?:TODO|FIXME|XXX|HACK|TBD)\b(?:\([\w@-]+\))?\s*(?:[:–—-]\s|:?$|(?!in\b|on\b|at\b|is\b|are\b|comments?\b|markers?\b|items?\b|lists?\b|files?\b|app\b)[a-z])/
const REFERENCE_ONLY =
  /^(?:(?:[Ss]ee|[Mm]erged|[Oo]pened|[Cc]losed|[Ii]n|[Rr]efs?|[Cc]reated|[Rr]eviewed|[Pp]ushed|[Ff]ixes|[Cc]loses)\s+)?(?:(?:PR|MR|[Pp]ull request|[Mm]erge request|[Cc]ommit|[Tt]icket|[Ii]ssue|[Bb]ug)s?\s*)?(?:#\d+|!\d+|[A-Z]{2,8}-\d+|[0-9a-f]{7,40})(?:\s*(?:,|and|&)\s*(?:#\d+|[A-Z]{2,8}-\d+))*(?:\s+(?:is |was |has been )?(?:merged|closed|opened|done|approved|ready|pushed|landed|shipped|open|in review|ready for review))?[\s.!]*$/
const TEST_RUN = [
  /^(?:i |we )?(?:re-?)?ran (?:all |the |full |unit |whole )*(?:tests?|(?:test )?suite|lint(?:er)?|build|checks)\b[^.]{0,60}(?:green|pass(?:ed|es|ing)?|ok|fine|clean|fail(?:ed|s|ing|ures?)?|success(?:ful(?:ly)?)?)?[\s.!]*$/i,
  /^(?:all |the |full |whole |unit |\d+ )*(?:tests?|(?:test )?suite|ci|build|lint(?:er)?|checks|pipeline)(?: (?:is|are|was|were|all|now|still|run))*[\s:,–-]*(?:green|pass(?:ed|es|ing)?|ok|clean|succeed(?:ed|s)?|red|failing|failed)(?: (?:now|again|locally|today|in ci))*[\s.!✅✓]*$/iu,
  /^\d+ (?:tests? )?pass(?:ed|ing)?(?:[,;] ?\d+ (?:tests? )?(?:failed|skipped|pending|todo|failing))*[\s.!]*$/i,
]
const VERB =
  "fix(?:ed)?|add(?:ed)?|updat(?:ed|ing)|implement(?:ed)?|refactor(?:ed)?|clean(?:ed)? up|work(?:ed|ing)|finish(?:ed)?|complet(?:ed)?|start(?:ed)?|continu(?:ed)?|review(?:ed)?|merg(?:ed)?|push(?:ed)?|deploy(?:ed)?|debug(?:ged)?|investigat(?:ed)?|chang(?:ed)?|made|did|wrote|created?|renamed?|moved?|removed?|tried"
const PROGRESS = [
  new RegExp(
    `^(?:today|yesterday|this (?:morning|afternoon|session|evening)|just now|in this session|last night|so far)\\b[,:]?\\s+(?:i|we)?\\s*(?:have |just |also |mostly )?(?:${VERB})\\b`,
    "i",
  ),
  /^(?:i |we |now )?(?:(?:have |just )?(?:started|begun|began|starting|continued|continuing|resumed|resuming|finished|finishing|completed|wrapped up|picked up)|am working|are working|(?:still )?working|worked) (?:working )?(?:on|with|the work on|implementing|up)?\s*(?:the )?(?:ticket|task|issue|story|pr|feature|branch|bug|[A-Z]{2,8}-\d+|#\d+)\b[^.]{0,60}[.!]?$/i,
  /^(?:all )?(?:done|finished|completed?|in progress|wip|ongoing|pending|blocked|nothing (?:new|to report|special)|no (?:changes|updates|new findings|findings)|session (?:ended|started|closed|complete[d]?)|work(?:ing)? in progress|will continue (?:tomorrow|later|next session)|to be continued|next steps?)[\s.!:✅✓]*$/iu,
  /^(?:i|we) (?:have )?(?:just |now )?(?:committed|pushed|merged|opened|closed|fixed|updated|added|finished|completed|implemented|cleaned up|reviewed)\b[^.;:]{0,60}[.!]?$/i,
]
/** Matches a change log line: completed work without a lasting fact. `Merged branches are deleted` does not match. */
const DONE =
  /^(?:(?:also|just|then|finally)\s+)?(?:added|updated|fixed|implemented|created|merged|removed|refactored|renamed|ran|committed|deployed|pushed|completed|finished|rebased|bumped|cleaned up|reviewed|investigated|debugged)\s+(?!by\b|in\b|to\b|from\b|with\b|via\b|at\b|on\b|against\b|as\b)(?!.*\b(?:is|are|was|were|has|have|had|can|may|might|will|be|being|been|stays?|remains?|lives?|goes|expects?|returns?|keeps?|not|no|rather|now)\b)[^:;→=]{8,160}$/i
const PASSING_PATH =
  /^(?:[^.;:]{0,60}\s)?[`"']?(?:\/tmp|\/var\/tmp|\/private\/tmp|\/var\/folders|%TEMP%|C:\\(?:Windows\\)?Temp)[/\\][\w./\\-]+[`"']?(?:\s+[^.;:]{0,30})?[.!]?$/i

function isTrace(statement: string): boolean {
  const frames =
    statement.match(
      /^[ \t]*at (?:async )?[\w$.<>[\] ]*\(?[^\s()]+:\d+(?::\d+)?\)?$|^[ \t]*File "[^"]+", line \d+|^[ \t]*at [\w$.]+\([\w$]+\.(?:java|kt|scala):\d+\)$|^goroutine \d+ \[|^Traceback \(most recent call last\)/gm,
    )?.length ?? 0
  const lines = statement.split("\n").filter((line) => line.trim() !== "").length
  return frames >= 2 && frames * 2 >= lines - 1
}
