import { ANALYZED_CHARACTERS, trimEndOf } from "@/lib/memory/text/linear-time"
import { findPoisoning } from "@/lib/memory/poisoning/find"
import { drawInvisible } from "@/lib/memory/characters/hidden-characters"
import { listLookAlikes } from "@/lib/memory/characters/look-alikes"
import { locateSecrets } from "@/lib/memory/secrets/secrets"
import { readStatement } from "@/lib/memory/similarity/statement"
import { stemOf } from "@/lib/memory/text/stems"
import type { ShownEntry } from "./prompt-data"
import dangerousWords from "@/lib/memory/lexicon/words/dangerous-words.json" with { type: "json" }
import coachWords from "@/lib/memory/lexicon/words/coach-words.json" with { type: "json" }

/** Reason why a claim is rejected. */
export type GroundingProblem = "order" | "disguised" | "secret" | "address" | "code" | "number" | "words"

/**
 * Lowest share of a claim's distinctive words that its citations must contain, 0–1. Measured in
 * tests/unit/coach/model/labelled-claims.ts: valid claims have 0.29 to 1, and 23 of 25 invented claims have
 * at most 0.17.
 */
export const LEAST_SUPPORT = 0.25
/**
 * Lowest share of a clause's distinctive words that its citations must have. Valid clauses have 0.2 or more,
 * invented ones have 0.
 */
const LEAST_CLAUSE_SUPPORT = 0.15
const CLAUSE_TERMS = 3

/** Returns a claim without hidden characters, on one line. */
export const visibleText = (text: string): string =>
  drawInvisible(text)
    .map((one) => (one.kind === "text" ? one.text : ""))
    .join("")
    .replaceAll(/\s+/g, " ")
    .trim()

/**
 * Returns why a claim is rejected: it is unsafe, or the cited entries, as shown to the model, do not support
 * it. Null if it is supported. Addresses, code, paths and numbers of the claim must be in the entries.
 */
export function findGroundingProblem(claim: string, cited: readonly ShownEntry[]): GroundingProblem | null {
  if (findPoisoning(claim).length > 0) return "order"
  if (listLookAlikes(claim).length > 0) return "disguised"
  if (locateSecrets(claim).length > 0) return "secret"
  const evidence = new CitedEvidence(cited)
  if (addressesIn(claim).some((address) => !evidence.has(address))) return "address"
  if (codeIn(claim).some((code) => !evidence.has(code))) return "code"
  if (hasNewNumber(claim, evidence)) return "number"
  if (
    supportOf(claim, evidence) < LEAST_SUPPORT ||
    clausesOf(claim).some((clause) => supportOf(clause, evidence) < LEAST_CLAUSE_SUPPORT)
  )
    return "words"
  return hasNewGraveWord(claim, evidence) ? "words" : null
}

/** The words of the cited entries, including the names of their agents, projects and categories. */
export class CitedEvidence {
  private readonly plain: string
  /**
   * Meanings of the words. `retry` and `retried` have the same meaning, and so have `2 minutes` and `120 s`.
   */
  readonly ideas: ReadonlySet<string>
  readonly words: ReadonlySet<string>
  /** Numbers as written in the entries, including those in dates before a statement and in link targets. */
  readonly digits: ReadonlySet<string>
  /**
   * Numbers of cited entries and of their agents, projects and categories. A claim may state these numbers.
   */
  readonly counts: ReadonlySet<string>

  constructor(cited: readonly ShownEntry[]) {
    const texts = cited.flatMap(({ text, agent, project, category, section, type, date }) => [
      text,
      ...[agent, project, category, section, type, date].filter((one) => one !== null),
    ])
    this.plain = ` ${texts.map(plain).join(" \n ")} `
    const words = texts.flatMap(inPieces).flatMap((piece) => readStatement(piece).words)
    this.ideas = new Set(words.flatMap(({ idea, stem }) => [idea, stem]))
    this.words = new Set(words.map(({ shown }) => shown))
    this.digits = new Set(texts.flatMap((text) => text.match(DIGITS) ?? []))
    const distinct = (some: readonly unknown[]) => String(new Set(some).size)
    this.counts = new Set([
      distinct(cited),
      distinct(cited.map(({ agent }) => agent)),
      distinct(cited.map(({ project }) => project)),
      distinct(cited.map(({ category }) => category)),
    ])
  }

  has(piece: string): boolean {
    return this.plain.includes(plain(piece))
  }
}

const plain = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[`'"“”‘’*]/g, "")
    .replaceAll(/\s+/g, " ")
    .trim()

/**
 * Splits a text into pieces of at most 1,000 characters, at spaces if possible. readStatement reads only the
 * first 1,200 characters.
 */
const inPieces = (text: string): string[] =>
  text.length <= 1_000 ? [text] : (text.match(/[\s\S]{1,1000}(?=\s|$)|[\s\S]{1,1000}/g) ?? [])

const TRAILING = /[.,;:!?)\]}"'’”]/
const ADDRESSES = [
  /\b[a-z][a-z\d+.-]{1,20}:\/\/[^\s`"'<>]+/gi,
  /\bwww\.[^\s`"'<>]+/gi,
  /[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g,
  /(?<![\w./@-])(?:\d{1,3}\.){3}\d{1,3}(?::\d+)?\b/g,
  // Matches a host, a file or a method, which has a dot between letters.
  /(?<![\w@])[\w-]+(?:\.[\w-]+)*\.[a-z][\w-]*(?::\d{2,5})?(?:\/[^\s`"'<>]*)?/gi,
  /(?:^|(?<=[\s(`"'“]))(?:~|\.{1,2}|[\w@.-]+)?\/[\w@.~-][^\s`"'<>]*/g,
  /\b[A-Z]:\\[^\s]+/g,
]

/**
 * Splits text without spaces into parts that the patterns process in a few milliseconds each. Real addresses
 * are not split.
 */
const cutPiece = (run: string): string[] =>
  run.length <= ANALYZED_CHARACTERS ? [run] : (run.match(PIECES) ?? [])
const PIECES = new RegExp(`[^]{1,${ANALYZED_CHARACTERS}}`, "g")

/** Returns the addresses, hosts, paths and file names in a text. */
export function addressesIn(text: string): string[] {
  const pieces = text.split(/\s+/).flatMap(cutPiece)
  return ADDRESSES.flatMap((pattern) => pieces.flatMap((piece) => piece.match(pattern) ?? []))
    .map((one) => trimEndOf(one, TRAILING))
    .filter(
      (one) =>
        !/^(?:e\.g|i\.e|etc|vs|a\.k\.a|p\.m|a\.m)$/i.test(one) && !isAlternative(one) && one.length > 2,
    )
    .map((one) => one.replace(/^(\w+)\.js$/i, (whole, name: string) => (RUNTIMES.test(name) ? name : whole)))
}

const RUNTIMES =
  /^(?:node|next|vue|nuxt|express|react|three|d3|chart|socket|discord|alpine|ember|backbone|moment|day)$/i

/** True for alternatives such as "and/or" and "read/write", which look like paths. */
const isAlternative = (one: string): boolean =>
  /^[a-z]+(?:\/[a-z]+){1,2}$/i.test(one) && one.split("/").every((word) => word.length < 12)

/** Patterns for code without backticks: options, names with underscores, variables, commands, pipes. */
const CODE = [
  /(?<![\w-])--?[a-z][\w-]+/gi,
  /\b_*(?:[a-z\d]+__+)*[a-z\d]+_[a-z\d]\w*/gi,
  /\$\w+|\$[({][^)}]*[)}]/g,
  /\b(?:curl|wget|sudo|chmod|chown|eval|ssh|scp|rsync|netcat|ncat|npx|pip3?|powershell|iex|base64|crontab|nohup)\b/gi,
  /(?:\|\||\||&&|>>)\s*\w+/g,
]

function codeIn(text: string): string[] {
  const spans = [...text.matchAll(/(`+)([^`]+)\1/g)].map(([, , code = ""]) => code.trim())
  const rest = text.replaceAll(/`+/g, " ")
  return [...spans.filter((code) => code !== ""), ...CODE.flatMap((pattern) => rest.match(pattern) ?? [])]
}

/** True for "two", "twice a day" and "a week", which are figures of speech rather than numbers. */
const isTurn = (shown: string, idea: string): boolean =>
  !/\d/.test(shown) && (idea === "2" || /^(?:an?|one|per|twice|thrice) /.test(shown))

const DIGITS = /\d+(?:[.,:]\d+)*/g

function hasNewNumber(claim: string, { ideas, words, counts, digits }: CitedEvidence): boolean {
  const numbers = readStatement(claim).words.filter(
    ({ kind, shown, idea }) => (kind === "number" || /\d/.test(shown)) && !isTurn(shown, idea),
  )
  return numbers.some(
    ({ idea, shown }) =>
      !ideas.has(idea) &&
      !words.has(shown) &&
      !counts.has(idea) &&
      !(/\d/.test(shown) && (shown.match(DIGITS) ?? []).every((one) => digits.has(one))),
  )
}

/**
 * Splits a claim at punctuation, dashes and conjunctions. Clauses with fewer than `CLAUSE_TERMS` distinctive
 * words are left out.
 */
const clausesOf = (claim: string): string[] =>
  claim
    .split(/[.;:!?,](?=\s|$)|\s[–—-]\s|\b(?:and|so|but|because|while|which)\b/)
    .filter((clause) => tellingTerms(clause).length >= CLAUSE_TERMS)

/** Stems of dangerous words. A claim may contain them only if a cited entry does. */
const GRAVE = new Set(dangerousWords.terms.map(stemOf))

const hasNewGraveWord = (claim: string, { ideas }: CitedEvidence): boolean =>
  readStatement(claim).words.some(({ stem, idea }) => GRAVE.has(stem) && !ideas.has(stem) && !ideas.has(idea))

/** Words that a coach uses about any memory, which need no support by citations. */
const COACH_WORDS = new Set(coachWords.terms)

/**
 * Returns the share of a claim's distinctive words that the evidence contains, 0–1. 0 for a claim without
 * distinctive words.
 */
export function supportOf(claim: string, evidence: CitedEvidence): number {
  const telling = tellingTerms(claim)
  if (telling.length === 0) return 0
  return (
    telling.filter(
      ({ idea, stem, shown }) =>
        evidence.ideas.has(idea) || evidence.ideas.has(stem) || evidence.words.has(shown),
    ).length / telling.length
  )
}

const tellingTerms = (claim: string) =>
  readStatement(claim).terms.filter(({ shown, kind }) => kind !== "number" && !COACH_WORDS.has(shown))
