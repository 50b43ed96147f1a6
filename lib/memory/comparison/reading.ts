import { isPlace } from "../similarity/contradictable-statement"
import { isEmptyWord, weightOf } from "../lexicon/software"
import type { Statement, Term } from "../similarity/statement"
import type { Word } from "../similarity/statement-words"
import { statedCauseOf, type StatedCause } from "./causes"
import { removedIdeas } from "./removed-ideas"
import { orderOf, type Order } from "./stated-order"
import { ideasDecidedAgainst, rejectedIdeas } from "./rejected-ideas"
import { addVector, newVector } from "./word-vectors"
import denials from "../lexicon/words/denials.json" with { type: "json" }
import calendarWords from "../lexicon/words/calendar-words.json" with { type: "json" }

/** The degree to which a statement is binding. */
interface Modality {
  /** True for `must not`, `never`, `is forbidden`. */
  readonly forbids: boolean
  /** True for `must`, `always`, `is required`. */
  readonly obliges: boolean
  /** `should`, `prefer`. */
  readonly advises: boolean
  /** True for `may`, `can`, `is allowed`, `on their own`. */
  readonly permits: boolean
  /** True for `need not`, `optional`, `without asking`. */
  readonly frees: boolean
}

const FORBIDS =
  /\b(?:must|may|shall|should|can|could|will|do|does|are|is) (?:not|never)\b(?! (?:need|have|require))|\bnever\b|\bno (?:one|person|body)\b|\bnobody\b|\b(?:forbid|forbids|forbidden|prohibit|prohibits|prohibited|ban|bans|banned|taboo|disallow|disallowed|refused?|refuses|out of bounds|off limits|verboten|untersagt|prohibido|prohibida|interdit|interdite|proibido|proibida|darf nicht|dürfen nicht)\b|\bno\b|\bnot (?:be )?(?:allowed|permitted|accepted)\b|不得|禁止|不能|不可|ない|금지/
const OBLIGES =
  /\b(?:must|shall|always|required?|requires|mandatory|compulsory|obligatory|needs?|ha(?:s|ve) to|has got to|is to be|are to be|only (?:after|once|when|with|if)|signs? (?:a|off)|has to be|without exceptions?|müssen|muss|immer|debe|deben|siempre|doit|toujours|deve|obligatorio|obligatoire)\b(?! not)|必须|一定/
const ADVISES =
  /\b(?:should|prefer|preferred|recommended|recommend|ideally|better|advised|encouraged|favou?r|sollte|sollten|debería)\b/
const PERMITS =
  /\b(?:may|can|could|allow|allows|allowed|permit|permits|permitted|free to|ok|okay|fine|welcome|as they like|by themselves|on their own|on its own|at will|darf|dürfen|puede|pueden|peut|pode|permitido)\b(?! (?:not|never))|可以|允许/
const FREES =
  /\b(?:need not|do not need|does not need|do not have to|does not have to|not (?:required|needed|necessary|mandatory)|no need|optional|optionally|voluntary|without (?:asking|approval|review|permission|consent|sign|a second|any|further)|nobody (?:has to|needs)|no (?:approval|review|sign|ticket|permission|ask)|not block|as they (?:like|please|wish|see fit)|up to (?:its|the|their|each)|suffices?|is enough|(?:nothing|nobody|no one) (?:enforces|checks|has to|must|countersigns)|no (?:board|second|one to ask)|whatever they|no hace falta|no es (?:necesario|obligatorio)|opcional|facultatif|freiwillig|não é (?:necessário|obrigatório)|basta|one is enough|not enforced|up to the|at (?:their|your|one) discretion|no hurry|checking back|pas imposée?|pas obligatoire|não precisa|não é preciso|nicht nötig|pas besoin|never asks?|without(?! exceptions?\b))\b|不必|无需|不需要|可以不|不用/

/**
 * Matches two denials that together oblige: `No merge until CI is green`, `without a ticket nothing is
 * deployed`.
 */
const OBLIGES_BY_DENIALS =
  /\b(?:no|not|never|none|nobody|nothing|kein|keine|nicht|nie|pas|jamais|nunca|não)\b(?! (?:need|required|necessary|hurry)).{1,60}\b(?:without|unless|until|ohne|bevor|bis|sans|sin|sem|hasta|até)\b|\b(?:without|unless|until|ohne|sans|sin|sem)\b.{1,60}\b(?:no|not|never|nobody|nothing|kein|keine|nicht|pas|nunca|não)\b/

/** Reads how binding a statement is from its words in order. */
function modalityOf(words: readonly Word[]): Modality {
  const plain = words.map(({ shown }) => shown).join(" ")
  const isCondition = OBLIGES_BY_DENIALS.test(plain)
  return {
    forbids: !isCondition && FORBIDS.test(plain),
    obliges: isCondition || OBLIGES.test(plain),
    advises: ADVISES.test(plain),
    permits: PERMITS.test(plain),
    frees: !isCondition && FREES.test(plain),
  }
}

/** Common sentence verbs and the words before their objects. A short list is enough, because most statements contain one of them. */
const VERB =
  /\b(?:is|are|was|were|be|been|has|have|had|must|may|should|can|could|will|would|shall|do|does|did|don't|doesn't|isn't|aren't|won't|can't|needs?|gets?|got|goes|go|comes?|runs?|uses?|lives?|sits?|keeps?|takes?|makes?|starts?|begins?|ends?|owns?|sends?|reads?|writes?|belongs?|said|says|put|ask|signs?|signed|stops?|stopped|skips?|skipped|fails?|failed|works?|knows?|lets?|allows?|applies|calls?|answers?|stores?|owns|[a-z]{3,}ed (?:the|a|an|in|on|to|by|from|at|for|with|only|every|all)|[a-z]{3,}s (?:the|an?|only|every|all|to|by)|ist|sind|wird|werden|muss|müssen|darf|dürfen|est|sont|es|son|está|é|são|deve|debe)\b|[\p{Script=Han}\p{Script=Hiragana}\p{Script=Hangul}]/iu

const LONGEST = 600

/** True if a text asserts something. A label, a heading or a name only points to a thing. */
const saysSomething = (text: string): boolean => VERB.test(text.slice(0, LONGEST))

/** Features of one statement for comparisons. Computed once for each statement. */
export interface Reading {
  readonly statement: Statement
  readonly ideas: ReadonlySet<string>
  readonly modality: Modality
  readonly order: Order | null
  /** Ideas that the statement calls replaced or removed. */
  readonly gone: ReadonlySet<string>
  /** Ideas that the statement calls untrue. */
  readonly rejected: ReadonlySet<string>
  /** Ideas that the statement names as the wrong choice. */
  readonly decidedAgainst: ReadonlySet<string>
  readonly cause: StatedCause | null
  /** Sum of the vectors of its words, by weight. */
  readonly vector: Float32Array
  /** True if the statement asserts something about a thing. False for a label, a heading or a name alone. */
  readonly says: boolean
  readonly denials: number
  readonly markers: ReadonlySet<Marker>
  /** Terms written as names or code. */
  readonly names: readonly Term[]
  readonly numbers: readonly Term[]
  /** Months, weekdays, years and clock times. */
  readonly days: ReadonlySet<string>
  /** Words for the place where the statement applies: staging, production, Linux. */
  readonly places: ReadonlySet<string>
}

const readings = new WeakMap<Statement, Reading>()

export function readingOf(statement: Statement): Reading {
  const known = readings.get(statement)
  if (known !== undefined) return known
  const reading = read(statement)
  readings.set(statement, reading)
  return reading
}

function read(statement: Statement): Reading {
  const { words, terms, text } = statement
  const vector = newVector()
  for (const term of terms) addVector(vector, term, term.kind === "word" ? weightOf(term.idea) : 0)
  return {
    statement,
    ideas: new Set(words.map(({ idea }) => idea)),
    modality: modalityOf(words),
    order: orderOf(words),
    gone: removedIdeas(words),
    rejected: rejectedIdeas(words),
    decidedAgainst: ideasDecidedAgainst(words),
    cause: statedCauseOf(words),
    vector,
    says: saysSomething(text),
    denials: words.filter(({ shown, kind, within }) => kind === "word" && !within && DENIAL.has(shown))
      .length,
    markers: markersOf(text, words),
    names: terms.filter(({ named, code, within, kind }) => kind === "word" && (named || code || within)),
    numbers: terms.filter(({ kind, idea }) => kind === "number" && !isDay(idea)),
    days: new Set(words.filter(({ shown, idea }) => DAYS.has(shown) || isDay(idea)).map(({ idea }) => idea)),
    places: new Set(words.filter((word) => isPlace(word) && !word.within).map(({ idea }) => idea)),
  }
}

const DENIAL = new Set(denials.terms)
const DAYS = new Set(calendarWords.terms)
const isDay = (idea: string): boolean => /^(?:19|20)\d\d$|^\d{4}-\d\d-\d\d$|^\d{1,2}:\d\d/.test(idea)

/** A property that single words reveal: the statement describes a change, the past, a plan or an exception. */
export type Marker =
  | "change"
  | "still"
  | "past"
  | "plan"
  | "question"
  | "exception"
  | "condition"
  | "cause"
  | "owner"
  | "all"
  | "only"
  | "passive"
  | "compared"

const MARKERS: readonly (readonly [Marker, RegExp])[] = [
  [
    "change",
    /\b(?:moved|migrated|replaced|switched|dropped|retired|removed|deprecated|superseded|no longer|anymore|instead of|since|as of|from now on|now)\b|已|迁移|nicht mehr|seit/i,
  ],
  [
    "still",
    /\b(?:still|currently|remains?|today|at present|noch|aktuell|todavía|aún|encore|ainda)\b|仍|目前/i,
  ],
  [
    "past",
    /\b(?:was|were|had|used to|formerly|previously|last (?:year|month|week|quarter)|until|up to the|through 20\d\d|before the|in the (?:first|old)|originally|war|waren|bis|antes|avant)\b/i,
  ],
  [
    "plan",
    /\b(?:will|plans?|planned|roadmap|going to|next (?:year|quarter|month|sprint|release)|want to|would like|wants?|proposed?|proposal|considering|eventually|someday|soon|upcoming|h[12] 20\d\d|soll)\b/i,
  ],
  [
    "question",
    /\?|\b(?:whether|undecided|unclear|open question|should we|do we|ask (?:who|what|which|whether|if)|tbd|not settled|decide[sd]? (?:in|by|on))\b|？/i,
  ],
  [
    "exception",
    /\b(?:exceptions?|exempt(?:ed|ion|ions)?|except|unless|waiver|salvo|sauf|außer|ausgenommen|excepto|apart from|other than|as agreed)\b/i,
  ],
  [
    "condition",
    /\b(?:if|when|whenever|unless|while|during|once|until|as long as|provided|in case|for .{1,30}:|wenn|falls|si|quand|cuando|se)\b|如果/i,
  ],
  [
    "cause",
    /\b(?:because|caused?|causes|due to|stems?|root cause|reason|comes from|came from|culprit|blame|responsible for the|trace[sd]? (?:back )?to|turned out|explained by|explains|owing to|attributed to|result of|is behind|was behind|led to)\b/i,
  ],
  [
    "owner",
    /\b(?:owns?|owned|owner|belongs? to|maintain(?:s|ed|er)?|responsible|in charge|lead|leads|run by|signed by|approves?|sign(?:s|ed|-)? ?off|ask|ping|contact|looks after)\b/i,
  ],
  [
    "all",
    /\b(?:all|every|each|always|any|everything|everyone|everywhere|whatever|no matter|alle|jede[rs]?|immer|todos?|toutes?|tous)\b|所有|每/i,
  ],
  [
    "only",
    /\b(?:only|solely|exclusively|exclusive|nothing but|alone|just|sole|nowhere else|no other|nobody else|nothing else|single|whole|nur|allein|ausschließlich|solo|sólo|únicamente|seulement|uniquement|apenas|somente)\b|只|仅/i,
  ],
  ["passive", /\b(?:is|are|be|been|was|were|gets?|got|wird|werden|est|sont|se)\b.{1,30}\bby\b/i],
  [
    "compared",
    /\b(?:more|less|fewer|greater|higher|lower|faster|slower|than|prefer|over|rather|better|worse)\b/i,
  ],
]

function markersOf(text: string, words: readonly Word[]): ReadonlySet<Marker> {
  void words
  const bare = text.slice(0, 600)
  return new Set(MARKERS.filter(([, pattern]) => pattern.test(bare)).map(([marker]) => marker))
}

export const isTelling = (word: Word): boolean => word.kind !== "word" || word.code || !isEmptyWord(word.stem)
