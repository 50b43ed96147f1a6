import type { Word } from "../similarity/statement-words"

/** The degree to which a statement is binding. */
export interface Modality {
  /** `must not`, `never`, `is forbidden`. */
  readonly forbids: boolean
  /** `must`, `always`, `is required`. */
  readonly obliges: boolean
  /** `should`, `prefer`. */
  readonly advises: boolean
  /** `may`, `can`, `is allowed`, `on their own`. */
  readonly permits: boolean
  /** `need not`, `optional`, `without asking`. */
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

/** `No merge until CI is green`, `without a ticket nothing is deployed`: two denials oblige. */
const OBLIGES_BY_DENIALS =
  /\b(?:no|not|never|none|nobody|nothing|kein|keine|nicht|nie|pas|jamais|nunca|não)\b(?! (?:need|required|necessary|hurry)).{1,60}\b(?:without|unless|until|ohne|bevor|bis|sans|sin|sem|hasta|até)\b|\b(?:without|unless|until|ohne|sans|sin|sem)\b.{1,60}\b(?:no|not|never|nobody|nothing|kein|keine|nicht|pas|nunca|não)\b/

/** Reads how binding a statement is from its words in order. */
export function modalityOf(words: readonly Word[]): Modality {
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
