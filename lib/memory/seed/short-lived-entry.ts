/** Times that are over by the next session. */
const MOMENT =
  /\b(?:right now|at the moment|just now|for now|today|tonight|this (?:morning|afternoon|evening|week|session)|yesterday(?!['’]s)|tomorrow|(?:before|after) lunch|for (?:the day|today)|in a (?:minute|moment|while)|so far|no (?:results?|answer|reply|output) yet|not (?:done|finished|ready) yet|back (?:soon|later|in)|later today|try(?:ing)? again|next session|last session|part \d+ of \d+|rc\d+|(?:at|since|until)? ?[012]?\d:[0-5]\d)\b/i
/** A text that begins with a current or just finished activity. */
const DOING =
  /^(?:\d{4}-\d{2}-\d{2}\S*\s*[·:,–-]?\s*)?(?:(?:i|we)(?:['’]m|['’]re| am| are| was| were)? )?(?:(?:still|now|just) )?(?:waiting|working|continu\w+|half-?way|in the middle|stopped|start(?:ed|ing)|began|beginning|resum\w+|paus\w+|re-?start(?:ed|ing)|re-?r[au]n(?:ning)?|ran|running|finish(?:ed|ing)|check(?:ed|ing)|look(?:ed|ing) (?:at|into)|trying|tried|cutting|writing|wrote|re-?building|built|reading|investigating|debugging|compact(?:ed|ing)|lunch|coffee|break|nothing|session|context|todo|wip|next up|handed in|picked up|paused|logged (?:in|off)|signed off)\b/i
/** Headings for notes of one session. */
const MOMENT_HEADING =
  /^(?:today|now|right now|status|current (?:status|task|state|work)|in progress|work in progress|wip|doing|scratch(?:pad)?|(?:session |daily |work )?log|session (?:log|notes|state)|sessions|todo|to do|next(?: steps| up)?|inbox)$/i
/** Words of rules, causes and conditions, which stay valid after the session. */
const LASTS =
  /\b(?:always|never|must|should|because|since (?!\d)|otherwise|whenever|instead|rather than|every|each|only|unless|do not|don['’]t|cannot|needs? to|has to|have to|if |when |means|prefer|avoid|use )\b/i

const SHORT = 14
const VERY_SHORT = 7

/**
 * True if an entry is a note of one session: it names a time and an activity, or one of both briefly. Entries with a rule or a cause are
 * not. Less strict than the check of proposals, because a person can include the entry again.
 */
export function isOfTheMoment(text: string, section: string | null): boolean {
  const words = text.trim().split(/\s+/).length
  if (LASTS.test(text) || words > 2 * SHORT) return false
  const hasTime = MOMENT.test(text)
  const isActivity = DOING.test(text.trim())
  if (words > SHORT) return hasTime && isActivity
  if (/^nothing (?:new|else|to)\b/i.test(text)) return true
  if (section !== null && MOMENT_HEADING.test(section.trim())) return hasTime || isActivity
  return isActivity && (hasTime || isBriefActivity(text, words))
}

const isBriefActivity = (text: string, words: number): boolean =>
  !/[:;]/.test(text) && (words <= VERY_SHORT || ENDED.test(text))

const ENDED = /\b(?:early|ended|stopped|done|handed in|interrupted|cut off|no result)\b/i
