import { formatCount, onOneLine } from "../text/sentence"
import type {
  CitationStanding,
  ClaimKind,
  ClaimState,
  SynthesisKind,
  SynthesisSource,
  SynthesisState,
} from "./synthesis"

/** A claim of a synthesis for export. */
export interface PrintedClaim {
  readonly text: string
  readonly kind: ClaimKind
  /** 0–1. */
  readonly confidence: number
  readonly state: ClaimState
  /** Original text if a curator edited the claim, else null. */
  readonly original: string | null
  readonly promoted: boolean
  readonly citations: readonly {
    readonly path: string
    readonly line: number
    readonly text: string
    readonly agent: string | null
    readonly stands: CitationStanding
    readonly now: string | null
  }[]
}

/** A synthesis for export. Days are ISO dates. */
export interface PrintedSynthesis {
  readonly title: string
  readonly kind: SynthesisKind
  readonly state: SynthesisState
  readonly agent: string | null
  /** Place of the synthesis: "project ledger of Core", "all projects of Core". */
  readonly place: string
  readonly made: {
    readonly on: string
    readonly by: string
    readonly source: SynthesisSource
    readonly model: string | null
    readonly asOf: string | null
  }
  readonly decided: { readonly on: string; readonly by: string } | null
  /** Reason for rejecting the whole synthesis. Null if there is none. */
  readonly reason: string | null
  /** Names of the people who decided claims. */
  readonly reviewers: readonly string[]
  readonly file: { readonly path: string; readonly revision: number } | null
  readonly claims: readonly PrintedClaim[]
  readonly changes: {
    readonly since: { readonly title: string; readonly on: string }
    readonly added: readonly string[]
    readonly gone: readonly string[]
    readonly reworded: readonly { readonly from: string; readonly to: string }[]
    readonly same: number
  } | null
  /** Notes on what the coach left out. */
  readonly notes: readonly string[]
}

const HEADINGS: Readonly<Record<ClaimKind, string>> = {
  "shared-pattern": "Shared patterns",
  risk: "Risks",
  contradiction: "Contradictions",
  gap: "Gaps",
  observation: "Observations",
}

/** Returns a synthesis as Markdown without HTML, for export. Rejected claims are counted, not printed. */
export function writeSynthesis(one: PrintedSynthesis): string {
  const said = one.claims.filter(({ state }) => state !== "rejected")
  const groups = (Object.keys(HEADINGS) as ClaimKind[]).flatMap((kind) => {
    const claims = said.filter((claim) => claim.kind === kind)
    return claims.length === 0
      ? []
      : [`## ${HEADINGS[kind]}`, ...claims.map((claim, place) => writeClaim(claim, place + 1))]
  })
  const notes =
    one.notes.length === 0
      ? []
      : ["## Not included", one.notes.map((note) => `- ${plain(onOneLine(note))}`).join("\n")]
  return `${[
    `# ${plain(onOneLine(one.title))}`,
    factsOf(one, said.length)
      .map((fact) => `- ${fact}`)
      .join("\n"),
    ...groups,
    ...changesOf(one),
    ...notes,
  ].join("\n\n")}\n`
}

function factsOf(
  { kind, state, agent, place, made, decided, reason, reviewers, file, claims }: PrintedSynthesis,
  said: number,
): string[] {
  const waiting = claims.filter((one) => one.state === "waiting").length
  const rejected = claims.length - said
  const on = decided === null ? "" : ` on ${decided.on} by ${plain(decided.by)}`
  const states: Readonly<Record<SynthesisState, string>> = {
    waiting:
      waiting === 0
        ? "Reviewed but not yet published"
        : `In review: ${waiting} of ${formatCount(claims.length, "claim")} undecided`,
    published: `Published${on}`,
    replaced: `Published${on}, since replaced by a newer one`,
    rejected: `Rejected in full${on}${reason === null ? "" : `: ${plain(onOneLine(reason))}`}`,
  }
  const went =
    reviewers.length === 0
      ? []
      : [
          `Reviewed by ${reviewers.map(plain).join(", ")}: ${formatCount(said - waiting, "claim")} accepted, ${rejected} rejected`,
        ]
  return [
    `${kind === "brief" ? "Brief" : `Orientation for ${plain(agent ?? "an agent")}`} on ${plain(place)}`,
    `Created on ${made.on} by ${makerOf(made)}${made.asOf === null ? "" : `, based on memory as of ${made.asOf}`}`,
    ...went,
    states[state],
    ...(file === null ? [] : [`In the coach's memory: ${code(file.path)}, revision ${file.revision}`]),
  ]
}

function makerOf({ by, source, model }: PrintedSynthesis["made"]): string {
  switch (source) {
    case "submitted":
      return `${plain(by)}, an external coach`
    case "extractive":
      return "the built-in coach (text matching, no language model)"
    case "model":
      return `the built-in coach with the language model ${plain(model ?? "configured on this server")}`
  }
}

function writeClaim(
  { text, confidence, state, original, promoted, citations }: PrintedClaim,
  number: number,
): string {
  const about = [
    `confidence ${confidence.toFixed(2)}`,
    ...(state === "waiting" ? ["undecided"] : []),
    ...(state === "edited" ? ["edited by a curator"] : []),
    ...(promoted ? ["promoted to shared memory"] : []),
  ]
  const was = original === null ? [] : [`Original: “${plain(onOneLine(original))}”`]
  return [
    `${number}. ${nested(plain(text))} *(${about.join(", ")})*`,
    ...was.map((line) => `   ${line}`),
    ...citations.map((cited) => quoteOf(cited)),
  ].join("\n\n")
}

function quoteOf({ path, line, text, agent, stands, now }: PrintedClaim["citations"][number]): string {
  const drift: Readonly<Record<CitationStanding, string>> = {
    gone: ", since removed",
    changed: `, now: “${plain(onOneLine(now ?? ""))}”`,
    same: "",
  }
  const quoted = plain(text.trim())
    .split(BREAK)
    .map((words) => `   > ${words}`.trimEnd())
  return [
    ...quoted,
    "   >",
    `   > — ${agent === null ? "" : `${plain(agent)}, `}${code(`${path}:${line}`)}${drift[stands]}`,
  ].join("\n")
}

function changesOf({ changes }: PrintedSynthesis): string[] {
  if (changes === null) return []
  const { since, added, gone, reworded, same } = changes
  const line = (what: string, text: string) => `- ${what}: ${plain(onOneLine(text))}`
  const lines = [
    ...added.map((text) => line("New", text)),
    ...reworded.map(({ from, to }) => `${line("Reworded", to)} (previously: ${plain(onOneLine(from))})`),
    ...gone.map((text) => line("No longer included", text)),
  ]
  const rest = same === 0 ? [] : [`- ${formatCount(same, "claim")} unchanged`]
  return [`## Changes since “${plain(onOneLine(since.title))}” (${since.on})`, [...lines, ...rest].join("\n")]
}

const BREAK = /\r\n|[\r\n\u2028\u2029]/

/** Indents all lines but the first, so that they stay in their list item. */
const nested = (text: string): string =>
  text
    .trim()
    .split(BREAK)
    .map((line, place) => (place === 0 || line.trim() === "" ? line : `   ${line}`))
    .join("\n")
const code = (text: string): string =>
  text.includes("`") ? `\`\` ${onOneLine(text)} \`\`` : `\`${onOneLine(text)}\``

/**
 * Returns Markdown with HTML and images escaped. Inline code stays as it is if it is certainly code: on one line, in one cell, not after a
 * backslash, and without other backticks in the text.
 */
function plain(text: string): string {
  const spans = [...text.matchAll(/(?<![\\`])(`+)(?!`)[^`\r\n|]+\1(?!`)/g)]
  const apart: string[] = []
  let from = 0
  for (const { index, 0: span } of spans) {
    apart.push(text.slice(from, index))
    from = index + span.length
  }
  apart.push(text.slice(from))
  if (apart.some((part) => part.includes("`"))) return withoutMarkup(text)
  return apart.map((part, place) => withoutMarkup(part) + (spans[place]?.[0] ?? "")).join("")
}

const withoutMarkup = (text: string): string => text.replaceAll("<", "&lt;").replaceAll("![", "!\\[")
