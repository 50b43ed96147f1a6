/** Headings for problems and risks. */
const SECTIONS =
  /\b(?:watch[ -]?points?|gotchas?|pitfalls?|traps?|risks?|caveats?|known (?:issues?|bugs?|limitations?|problems?)|what breaks|what (?:did(?:n['’]t| not)) work|failures?|fail(?:s|ing)|trouble(?:shooting)?|anti-?patterns?|mistakes?|lessons?|bugs?|warnings?|quirks?|dangers?|incidents?|postmortems?|注意|落とし穴|陷阱|주의)/i

/** Words for failures. */
const GOES_WRONG =
  /\b(?:break(?:s|ing)|broke(?:n)?|fail(?:s|ed|ing|ures?)?|flaky|flakes?|hangs?|hung|leak(?:s|ed|ing)?|race conditions?|deadlocks?|crash(?:es|ed|ing)?|panic(?:s|ked)|corrupt(?:s|ed|ion)|silently|stutters?|swallow(?:s|ed)|loses?|doubles|charges? twice|overflows?|oom|times out|timed out|gets? stuck|vulnerab\w+|insecure|secrets? (?:in|are|was|were|leak\w*)|gotcha|pitfall|beware|careful|watch out|bugs?|wrong(?:ly)?|misleading|misread|mismatch(?:es|ed)?|regression|incidents?|outage|exhausts?|exhausted|collid\w+|collisions?|unreliable|unstable|out of sync|does ?n[o'’]t (?:work|exist|fire|support)|does not (?:work|exist|fire|match|propagate)|not (?:thread|type)[- ]safe|forget(?:s|ting)?|forgot|bites?|infinite loop|false (?:positives?|negatives?))\b/i
const GOES_WRONG_ELSEWHERE =
  /失敗|壊れ|エラー|漏れ|危険|落ちる|不具合|错误|錯誤|失败|崩溃|泄漏|泄露|超时|죽|실패|오류|누수|깨지/u

/** Returns how much a statement is about a problem: 2 names a failure, 1 is below a heading for problems, 0 neither. */
export function troubleLevel(text: string, section: string | null): 0 | 1 | 2 {
  const head = text.slice(0, 600)
  if (GOES_WRONG.test(head) || GOES_WRONG_ELSEWHERE.test(head)) return 2
  return section !== null && SECTIONS.test(section) ? 1 : 0
}
