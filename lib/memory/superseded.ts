import { areAlternatives } from "./alternatives"
import { ideaOf, isEmptyWord } from "./software-speech"
import type { Against, Pairing } from "./standing-against"
import { readWords, type Word } from "./statement-words"

/** What a statement says was left for something else: `moved from X to Y`, `X was replaced by Y`, `Y instead of X`. */
export interface Change {
  readonly gone: readonly Word[] | null
  readonly goneAs: string | null
  readonly come: readonly Word[] | null
  readonly comeAs: string | null
}

const THING = "(?:`[^`]+`|[\\p{L}\\p{N}][\\p{L}\\p{N}.+#/_-]*(?: (?!to\\b|by\\b|with\\b|in\\b|for\\b|and\\b|was\\b|is\\b|has\\b|on\\b|from\\b|as\\b|of\\b|the\\b|now\\b|since\\b|because\\b|instead\\b|at\\b|after\\b|before\\b)[\\p{L}\\p{N}][\\p{L}\\p{N}.+#/_-]*){0,2})"
const LEFT = "replaced|dropped|removed|retired|superseded|gone|deprecated|abandoned|phased out|discontinued|decommissioned|sunset|shut down"
const GOES = "moved|migrated|switched|changed|ported|went|converted|transitioned"
const CHANGES: readonly RegExp[] = [
  new RegExp(`\\b(?:${GOES})\\b[^.;\\n]{0,60}?\\bfrom (?:the )?(?<gone>${THING}) to (?:the )?(?<come>${THING})`, "iu"),
  new RegExp(`(?:replaced|replacing|replaces|superseded|retired|dropped|abandoned|deprecated) (?:the |our )?(?<gone>${THING}) (?:by|with|in favou?r of|for) (?:the )?(?<come>${THING})`, "iu"),
  new RegExp(`(?<gone>${THING}) (?:(?:was|has been|have been|were|got) (?:now )?(?:${LEFT})|(?:is|are) (?:now )?(?:gone|retired|deprecated|discontinued|decommissioned|abandoned))\\b(?: (?:by|with|in favou?r of) (?:the )?(?<come>${THING}))?`, "iu"),
  new RegExp(`(?:${GOES}|replaced|switch|migration)\\b[^.;\\n\`]{0,40}?(?<gone>${THING}) ?(?:->|→|=>) ?(?<come>${THING})`, "iu"),
  new RegExp(`\\b(?:since|now|as of|from now on)\\b.{0,80}?\\b(?:instead of|rather than|, not|and not) (?<gone>${THING})`, "iu"),
  new RegExp(`\\b(?:${GOES}) to (?<come>${THING})`, "iu"),
]

export function changeOf(bare: string): Change | null {
  for (const pattern of CHANGES) {
    const { gone, come } = pattern.exec(bare)?.groups ?? {}
    if (gone !== undefined || come !== undefined) return { gone: gone === undefined ? null : telling(gone), goneAs: gone ?? null, come: come === undefined ? null : telling(come), comeAs: come ?? null }
  }
  return null
}

const telling = (text: string): Word[] => readWords(text).filter(({ stem, kind }) => kind !== "word" || !isEmptyWord(stem))

/** What is still said is said in a sentence; a longer text only mentions it. */
const STILL_SAID = 14

/** Whether one tells that what the other says has come to an end. */
export function findSuperseded({ left, right }: Pairing): Against | null {
  if ((left.change === null) === (right.change === null)) return null
  const [now, before, later] = left.change === null ? [right, left, "right" as const] : [left, right, "left" as const]
  const change = now.change as Change
  if (before.event || before.data || now.data || before.conditions.length > 0 || before.read.denies || before.read.words.length > STILL_SAID) return null
  const said = before.read.terms.filter(({ sign }) => sign > 0)
  const says = (words: readonly Word[] | null) => words !== null && words.length > 0 && words.every(({ idea }) => said.some((term) => term.idea === idea))
  if (says(change.come)) return null
  const other = new Set(now.read.terms.map(({ idea }) => idea))
  if (change.gone !== null) {
    if (!says(change.gone) || change.gone.length > 4 || !isNamed(change.goneAs as string, change.gone)) return null
    const rest = said.filter(({ idea }) => !change.gone?.some((word) => word.idea === idea))
    const shared = rest.filter(({ idea }) => other.has(idea) && !LITTLE.has(idea)).length
    if (shared === 0 && !(rest.length <= 3 && rest.some(({ idea, shown }) => idea === "use" || shown === "current"))) return null
    if (rest.length - shared > 4) return null
    const by = change.comeAs === null ? "" : ` for ${plain(change.comeAs)}`
    return { message: `one says ${plain(change.goneAs as string)} was left${by}, the other still says ${plain(change.goneAs as string)}`, words: change.comeAs === null ? plain(change.goneAs as string) : `${plain(change.goneAs as string)} / ${plain(change.comeAs)}`, score: shared > 0 ? 0.9 : 0.75, ground: shared + change.gone.length, later }
  }
  const come = change.come ?? []
  const old = said.find(({ idea }) => come.some((word) => areAlternatives(word.idea, idea)))
  if (old === undefined) return null
  const rest = said.filter((term) => term !== old && !LITTLE.has(term.idea))
  if (rest.some(({ idea }) => !other.has(idea))) return null
  return { message: `one says it moved to ${plain(change.comeAs as string)}, the other still says ${old.shown}`, words: `${old.shown} / ${plain(change.comeAs as string)}`, score: 0.75, ground: 2, later }
}

/** A word of the language alone is left for another in a hundred places. */
const isNamed = (as: string, words: readonly Word[]): boolean => words.length > 1 || /[\p{Lu}`\d]|\p{L}[-./_]\p{L}/u.test(as)

const LITTLE = new Set(["use", "run", "go", "come", "make", "must", ideaOf("done")])
const plain = (text: string): string => text.replaceAll("`", "")

