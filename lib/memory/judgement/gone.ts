import { isEmptyWord } from "../lexicon/software"
import type { Word } from "../similarity/statement-words"
import { isCommon } from "./word-vectors"

/** Verbs that tell the end of what stands before them in the passive, and of their object otherwise. `Rows are removed` tells what is done. */
const ENDED = new Set(
  "dropped retired removed terminated uninstalled deleted cancelled canceled decommissioned abandoned replaced superseded deprecated discontinued closed scrapped ditched shelved disbanded dissolved dismantled stopped shut remplacé remplacée ersetzt abgelöst reemplazado sustituido substituído".split(
    " ",
  ),
)
/** What stands before these has come to an end. */
const OVER = new Set("gone ended expired lapsed history obsolete dead defunct".split(" "))
/** What stands behind these has given way to what stands before them. */
const REPLACES = new Set(
  "replaces replaced replacing supersedes superseded succeeds succeeded remplace ersetzt reemplaza sustituye substitui".split(
    " ",
  ),
)
const MOVED = new Set(
  "moved migrated switched changed ported went converted transitioned handed passed transferred came got gave swapped".split(
    " ",
  ),
)
const PASSIVE = new Set("was were been got has have had".split(" "))
const STATE = new Set("is are was were has have".split(" "))
/** So many words a subject, an object or the end of a move has. */
const REACH = 6

/** The ideas that a statement tells to have been left: `X was dropped`, `moved from X to Y`, `the contract with X has ended`. */
export function goneIn(words: readonly Word[]): ReadonlySet<string> {
  const gone = new Set<string>()
  const mark = (from: number, to: number, isMarked = isName) => {
    for (const word of words.slice(Math.max(0, from), to)) if (isMarked(word)) gone.add(word.idea)
  }
  for (const [at, { shown, kind, within }] of words.entries()) {
    if (kind !== "word" || within) continue
    const before = words.slice(Math.max(0, at - 3), at)
    const follows = (verbs: ReadonlySet<string>) => before.some((word) => verbs.has(word.shown))
    if (before.some((word) => word.shown === "not" || word.shown === "never")) continue
    if (OVER.has(shown) && follows(STATE)) mark(clauseStart(words, at), at)
    else if (ENDED.has(shown) && follows(PASSIVE)) mark(clauseStart(words, at), at)
    else if ((ENDED.has(shown) && !follows(STATE)) || (shown === "up" && words[at - 1]?.shown === "gave"))
      mark(at + 1, clauseEnd(words, at + 1))
    else if (REPLACES.has(shown) && !follows(PASSIVE) && !follows(STATE))
      mark(at + 1, clauseEnd(words, at + 1), saysMore)
    else if (shown === "from" || shown === "off") {
      const to = words.findIndex(
        (word, place) => place > at && place <= at + REACH && /^(?:to|onto|into)$/.test(word.shown),
      )
      const isMove = words.slice(Math.max(0, at - REACH - 2), at).some((word) => MOVED.has(word.shown))
      if (to > at && isMove) mark(at + 1, to, saysMore)
    }
  }
  return gone
}

const saysMore = ({ kind, stem }: Word): boolean => kind === "word" && !isEmptyWord(stem)

/** Written as a name, or a word that is none of the common ones and no wording of several: `Opsgenie was shut off`, but not `invalid rows were dropped`. */
const isName = (word: Word): boolean =>
  saysMore(word) && (word.named || word.code || (/^\S{4,}$/.test(word.shown) && !isCommon(word)))

function clauseStart(words: readonly Word[], at: number): number {
  let start = at
  while (start > 0 && at - start < REACH && words[start]?.after === "") start -= 1
  return start
}

function clauseEnd(words: readonly Word[], from: number): number {
  let end = from
  while (end < words.length && end - from < REACH && (end === from || words[end]?.after === "")) {
    if (end > from && /^(?:for|by|with|in|to|and|because|since|when|after)$/.test(words[end]?.shown ?? ""))
      break
    end += 1
  }
  return end
}
