/**
 * Phrases of placeholders: "No patterns recorded yet", "(none yet)", "_Add notes here_", "TODO: fill in". Source: the templates of the
 * memory systems that Quarterdeck reads. To add one, write it for a whole text in lower case without marks. A statement about the project
 * ("No Windows build available yet", "Authentication: none") must not match.
 */
const MEMORY =
  "(?:patterns?|entries|entry|memories|memory|findings?|notes?|items?|records?|learnings?|lessons?|sessions?|observations?|insights?|preferences?|content|information)"
const KEPT = "(?:recorded|documented|noted|captured|logged|saved|stored|listed|collected)"
const FOUND = "(?:added|found|identified|discovered|observed|established|defined|available|known)"
const LATER = "(?:yet|so far|at this time|for now|to date|at present|currently)"
const FILL = "(?:add|fill|populate|insert|write|put|describe|list|document|enter|record|replace|update)"

const NOTHING_YET = [
  String.raw`(?:none|nothing|n/a)(?: (?:${KEPT}|${FOUND}))? ${LATER}`,
  String.raw`(?:there (?:are|is) )?no(?: [\w-]{1,20}){1,4} (?:(?:have|has) been )?${KEPT} (?:${LATER}|here)`,
  String.raw`(?:there (?:are|is) )?no(?: [\w-]{1,20}){0,3} ${MEMORY}(?: (?:have|has) been)?(?: ${FOUND})? (?:${LATER}|here)`,
  String.raw`(?:tbd|tba|tbc|todo|to do|fixme)(?:\s?[:—–-]?\s?(?:${FILL}|complete|define)\b.{0,80})?`,
  String.raw`to be (?:added|filled(?: in)?|completed|documented|determined|defined|decided|written|updated|populated|announced)(?: (?:as|when|once|during|by|later|soon)\b.{0,40})?`,
  String.raw`populated?(?: [\w'’-]{1,20}){0,5} (?:as|when|once|during|later)\b.{0,60}`,
  String.raw`${FILL}(?: (?:in|out|up))?(?: [\w'’-]{1,20}){0,6} (?:here|below)`,
  String.raw`fill (?:in|this|out)\b.{0,60}`,
].map(whole)

/** Phrases without a label. "Authentication: none" is knowledge, "none" below a heading is not. */
const NOTHING = [
  String.raw`none|nothing|empty|n/a|pending|placeholder|coming soon|no ${MEMORY}`,
  String.raw`(?:none|nothing)(?: (?:${KEPT}|${FOUND}))`,
  String.raw`nothing to (?:report|record|note|add)`,
  String.raw`…|\.{3}`,
].map(whole)

/** Prompts in brackets: "[Describe the pattern]". */
const INVITATION = new RegExp(`^(?:your|${FILL})\\b`)

/** Text after "No entries yet." in a template. */
const GUIDANCE = new RegExp(`^(?:this|these|they|will|${FILL})\\b`)

/** A template's own marks: `{{name}}`, `<project name>`, `[YYYY-MM-DD] …`. */
const TEMPLATE = /^(?:\{\{[^{}]{1,80}\}\}|<[a-z][\w -]{0,60}>|\[yyyy-mm-dd\].*)$/

const LONGEST = 200
const LABELLED = /^(?:\*\*[^*]{1,60}:\*\*|\*\*[^*]{1,60}\*\*:|[\w ]{1,30}:) (.+)$/

function whole(source: string): RegExp {
  return new RegExp(`^(?:${source})$`)
}

/** True for a placeholder. A label before it ("**Status:** TBD") makes no difference. */
export function isPlaceholder(text: string): boolean {
  if (text.length > LONGEST) return false
  const words = text.trim().replace(/\s+/g, " ").toLowerCase()
  const plain = withoutMarks(words)
  const [first = "", rest = ""] = plain.split(/[.!;] (.*)/)
  if (GUIDANCE.test(rest)) return holdsPlace(first, first)
  if (NOTHING.some((one) => one.test(plain)) || holdsPlace(words, plain)) return true
  const value = LABELLED.exec(words)?.[1]
  return value !== undefined && holdsPlace(value, withoutMarks(value))
}

const holdsPlace = (words: string, plain: string): boolean =>
  TEMPLATE.test(words) ||
  NOTHING_YET.some((one) => one.test(plain)) ||
  (isBracketed(words) && INVITATION.test(plain))

const isBracketed = (words: string): boolean => /^(?:\(.*\)|\[.*\])$/.test(words) && !words.includes("](")

function withoutMarks(words: string): string {
  const inner = words.replace(/^[\s*_([<`]+/, "")
  let end = inner.length
  while (end > 0 && "*_)]>` .!".includes(inner.charAt(end - 1))) end -= 1
  return inner.slice(0, end) || words
}
