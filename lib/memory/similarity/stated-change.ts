import { isEmptyWord } from "../lexicon/software"
import { readWords, type Word } from "./statement-words"

/** A replacement that a statement describes: `moved from X to Y`, `X was replaced by Y`, `Y instead of X`. */
export interface StatedChange {
  readonly gone: readonly Word[] | null
  readonly goneAs: string | null
  readonly come: readonly Word[] | null
  readonly comeAs: string | null
}

const THING =
  "(?!(?:by|with|to|for|in|the|from) )(?:`[^`]+`|[\\p{L}\\p{N}][\\p{L}\\p{N}.+#/_-]*(?: (?!to\\b|by\\b|with\\b|in\\b|for\\b|and\\b|was\\b|is\\b|has\\b|on\\b|from\\b|as\\b|of\\b|the\\b|now\\b|since\\b|because\\b|instead\\b|at\\b|after\\b|before\\b)[\\p{L}\\p{N}][\\p{L}\\p{N}.+#/_-]*){0,2})"
const LEFT =
  "replaced|dropped|removed|retired|superseded|gone|deprecated|abandoned|phased out|discontinued|decommissioned|sunset|shut down"
const GOES = "moved|migrated|switched|changed|ported|went|converted|transitioned"
const CHANGES: readonly RegExp[] = [
  new RegExp(
    `\\b(?:${GOES})\\b[^.;\\n]{0,60}?\\bfrom (?:the )?(?<gone>${THING}) to (?:the )?(?<come>${THING})`,
    "iu",
  ),
  new RegExp(
    `(?:replaced|replacing|replaces|superseded|retired|dropped|abandoned|deprecated) (?:the |our )?(?<gone>${THING}) (?:by|with|in favou?r of|for) (?:the )?(?<come>${THING})`,
    "iu",
  ),
  new RegExp(
    `(?:^|[.;:,–—-] |\\b[Tt]he )(?<gone>${THING}) (?:(?:was|has been|have been|were|got) (?:now )?(?:${LEFT})|(?:is|are) (?:now )?(?:gone|retired|deprecated|discontinued|decommissioned|abandoned))\\b(?: (?:by|with|in favou?r of) (?:the )?(?<come>${THING}))?`,
    "iu",
  ),
  new RegExp(`(?<gone>${THING}) (?:replaced|superseded) by (?:the )?(?<come>${THING})`, "iu"),
  new RegExp(
    `(?:${GOES}|replaced|switch|migration)\\b[^.;\\n\`]{0,40}?(?<gone>${THING}) ?(?:->|→|=>) ?(?<come>${THING})`,
    "iu",
  ),
  new RegExp(
    `\\b(?:since|now|as of|from now on)\\b.{0,80}?\\b(?:instead of|rather than|, not|and not) (?<gone>${THING})`,
    "iu",
  ),
  new RegExp(`\\b(?:${GOES}) to (?<come>${THING})`, "iu"),
  new RegExp(
    `\\b(?:was|were|has been|have been|got) (?:rewritten|rebuilt|reimplemented) (?:in|on|with) (?<come>${THING})`,
    "iu",
  ),
]

/** Without one of these words nothing of the above is there. */
const ANY = new RegExp(
  `\\b(?:${GOES}|${LEFT}|replac\\w+|switch|migration|instead|rather|rewritten|rebuilt|reimplemented|since|now|as of)\\b`,
  "i",
)

export function changeOf(bare: string): StatedChange | null {
  if (!ANY.test(bare)) return null
  for (const pattern of CHANGES) {
    const { gone, come } = pattern.exec(bare)?.groups ?? {}
    if (gone !== undefined || come !== undefined)
      return {
        gone: gone === undefined ? null : telling(gone),
        goneAs: gone ?? null,
        come: come === undefined ? null : telling(come),
        comeAs: come ?? null,
      }
  }
  return null
}

const telling = (text: string): Word[] =>
  readWords(text).filter(({ stem, kind }) => kind !== "word" || !isEmptyWord(stem))
