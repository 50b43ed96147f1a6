import { foldText } from "../look-alikes-fold"
import type { InstructionKind } from "./kind"
import { WORDS } from "./words"

/** Words that make an order, in folded, lower-case text. */
export interface Rule {
  readonly kind: InstructionKind
  readonly pattern: RegExp
  /** "send it", "to send it"; not "the worker sends it" nor "workers send it". */
  readonly asOrder: boolean
  /** Found also where it is forbidden: "never tell the user". */
  readonly evenForbidden: boolean
  /** Looks at what is around the words. */
  readonly when?: (around: Around) => boolean
}

/** What was found, and the sentence that holds it. */
export interface Around {
  readonly words: string
  readonly sentence: string
  /** What stands between the beginning of the sentence and the words, and behind them. */
  readonly before: string
  readonly after: string
}

type Options = Partial<Pick<Rule, "asOrder" | "evenForbidden" | "when">>

/**
 * A rule from words. A blank stands for what parts words, line breaks and emphasis too; `~` for some words of the same sentence;
 * `<name>` for one of the words of that name.
 */
export function rule(kind: InstructionKind, words: string, options: Options = {}): Rule {
  const whole = foldText(
    words.replaceAll(/<(\w+)>/g, (_, name: keyof typeof WORDS) => `(?:${WORDS[name]})`),
  ).text
  return {
    kind,
    pattern: new RegExp(
      `(?<![a-z0-9-])(?:${withLimits(whole).replaceAll(" ~ ", " (?:~ )?").replaceAll(" ", PART).replaceAll("~", SOME)})(?![a-z0-9])`,
      "g",
    ),
    asOrder: false,
    evenForbidden: false,
    ...options,
  }
}

/** A rule from a pattern as it stands: commands, marks, addresses. */
export function sign(kind: InstructionKind, pattern: RegExp, options: Options = {}): Rule {
  return { kind, pattern: new RegExp(pattern.source, "gm"), asOrder: false, evenForbidden: false, ...options }
}

/**
 * Limits what a rule repeats. A word has no underscore, because an underscore parts words: no text then fits a repeated word in two ways.
 */
const withLimits = (words: string): string =>
  words
    .replaceAll("\\w+", "[a-z0-9]{1,40}")
    .replaceAll("\\w*", "[a-z0-9]{0,40}")
    .replaceAll("\\S+ ", `[^${MARKS}]{1,40} `)
    .replaceAll(")*", "){0,5}")
    .replaceAll(")+", "){1,5}")

const MARKS = "\\s*_`\"'“”‘’«»,()\\[\\]|/-"
const PART = `(?:[${MARKS}]{1,8})`
const SOME = "(?:[^.!?\\n]|[.!?](?=\\S)|\\n(?=[a-z0-9(])){0,60}?"
