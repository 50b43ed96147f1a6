import { ownValue } from "@/lib/memory/text/own-value"
import { fleetText, type ReadAgent } from "@/lib/memory/coach/fleet-text"
import { shownEntry, titledStatement } from "@/lib/memory/memory-files/shown-statement"
import { reviewText, type ReviewedForText, synthesisListText } from "./synthesis-text"
import { MEMORY_IS_NO_ORDER } from "./instructions"
import { formatCount } from "@/lib/memory/text/sentence"

/**
 * Returns a tool's result as short text for an agent, each entry with its file and line. The structured
 * content has everything else. Returns JSON for tools without such a text.
 */
export function answerText(tool: string, value: unknown, asked: Readonly<Record<string, unknown>>): string {
  const say = ownValue(SAYINGS, tool)
  return say ? say(value as never, asked) : JSON.stringify(value)
}

interface Cited {
  readonly id: string
  readonly text: string
  readonly title?: string | null
  readonly labels?: readonly string[]
  readonly path: string
  readonly line: number
  readonly section?: string | null
  readonly type?: string | null
  readonly date?: string | null
  readonly state?: string
  readonly agent?: string | null
  readonly project?: string
  readonly outranked?: { readonly path: string; readonly line: number; readonly text: string } | null
}

const SAYINGS: Readonly<Record<string, (value: never, asked: Readonly<Record<string, unknown>>) => string>> =
  {
    memory_read: ({
      entries,
      next,
      notes = [],
    }: {
      entries: readonly Cited[]
      next: string | null
      notes?: readonly string[]
    }) => {
      if (entries.length === 0)
        return `No entries found.${notes.map((one) => ` ${withStop(one)}`).join("")} Try memory_search, or continue without memory.`
      return `${listed(
        `${formatCount(entries.length, "entry", "entries")}.`,
        entries.map((entry) => ({ ...entry, text: titledStatement(entry) })),
      )}${next ? `\nThere are more entries. Filter by agent, section or type, or call memory_read again with after set to ${next}` : ""}`
    },
    memory_search: ({
      hits,
      total,
      next,
      corrected,
      notes = [],
    }: {
      hits: readonly Cited[]
      total: number
      next?: string | null
      corrected?: string
      notes?: readonly string[]
    }) => {
      const beside = [
        ...(corrected ? [`Showing results for ${JSON.stringify(corrected)}.`] : []),
        ...notes.map(withStop),
      ]
        .map((one) => ` ${one}`)
        .join("")
      if (hits.length === 0)
        return `No results.${beside} Try fewer or different words, or prefix*. Otherwise continue without memory.`
      return `${listed(
        `${formatCount(hits.length, "result")}${total > hits.length ? ` of ${total}` : ""}, best first.${beside}`,
        hits.map((hit) => ({ ...hit, text: shownEntry(hit) })),
      )}${next ? `\nFor more results, call memory_search again with cursor set to ${next}` : ""}`
    },
    memory_context: (value: Given) => given(value),
    memory_session_start: (value: Given & { receipt: string | null; message?: string | null }, { session }) =>
      [
        given(value),
        ...(value.message ? [value.message] : []),
        ...(value.receipt === null
          ? []
          : [
              `Recorded as delivery ${value.receipt}. At the end, call memory_session_close with session ${JSON.stringify(session)}.`,
            ]),
      ].join("\n\n"),
    memory_propose: ({
      id,
      state,
      path,
      already,
      findings,
    }: {
      id: string
      state: string
      path: string
      already: boolean
      findings: readonly Finding[]
    }) =>
      [
        `Proposal ${id} for ${path} ${stateOf(state)}${already ? " This proposal was already pending. Do not send it again." : ""}`,
        ...findingLines(findings),
      ].join("\n"),
    memory_forget: ({
      id,
      state,
      revision,
      proposal,
    }: {
      id: string
      state: string
      revision: number | null
      proposal: string | null
    }) =>
      state === "forgotten"
        ? `Entry ${id} was forgotten (revision ${revision}). A person can restore it.`
        : `Proposal ${proposal} to forget entry ${id} is waiting for review. Until then, the entry stays current, but do not use it.`,
    memory_session_close: ({
      revision,
      path,
      proposals,
      refused,
      message,
    }: {
      message?: string | null
      revision: number | null
      path: string | null
      proposals: readonly { id: string; state: string; path: string }[]
      refused: readonly { content: string; message: string }[]
    }) =>
      [
        path === null
          ? "The session is closed. This agent has no session log."
          : `The session is closed. Its log line is in ${path}${revision === null ? "" : ` (revision ${revision})`}.`,
        ...proposals.map((one) => `Proposal ${one.id} for ${one.path} ${stateOf(one.state)}`),
        ...refused.map((one) => `Not proposed: ${JSON.stringify(one.content)}: ${one.message}`),
        ...(message ? [withStop(message)] : []),
      ].join("\n"),
    memory_flush: ({ path, line, message }: { path: string; line: number; message?: string | null }) =>
      `Written to ${path}:${line}. The note is saved, but is not curated memory. Propose anything that should last.${message ? ` ${withStop(message)}` : ""}`,
    memory_plan_seed: ({
      plans,
      settled,
    }: {
      plans: readonly { id: string; path: string }[]
      settled: readonly unknown[]
    }) =>
      [
        ...plans.map((one) => `Seed plan ${one.id} for ${one.path} is waiting for review.`),
        ...(settled.length > 0
          ? [
              `${formatCount(settled.length, "memory file", "memory files")} already had all entries and needed no plan.`,
            ]
          : []),
      ].join("\n"),
    memory_propose_compaction: ({
      proposals,
      already,
      refused,
    }: {
      proposals: readonly string[]
      already: readonly string[]
      refused: readonly { why: string }[]
    }) =>
      [
        proposals.length === 0
          ? "Nothing new was proposed."
          : `${formatCount(proposals.length, "proposal")} waiting for review: ${proposals.slice(0, 20).join(", ")}.`,
        ...(already.length > 0 ? [`${formatCount(already.length, "proposal")} already pending.`] : []),
        ...refused.slice(0, 5).map(({ why }) => `Not proposed: ${withStop(why)}`),
      ].join("\n"),
    coach_read_fleet: ({
      agents,
      tokens,
      next,
    }: {
      agents: readonly ReadAgent[]
      tokens: number
      next: string | null
    }) =>
      `${MEMORY_IS_NO_ORDER}\n\n${fleetText(agents) || "No entries."}\n\n${next === null ? `End of the fleet's memory (${tokens} tokens).` : `There are more entries. Call coach_read_fleet again with after set to ${next}`}`,
    coach_list_syntheses: synthesisListText,
    coach_show_synthesis: (value: ReviewedForText) => reviewText(value),
    coach_submit_synthesis: ({
      id,
      claims,
    }: {
      id: string
      claims: readonly { citations: readonly { path: string; line: number }[] }[]
    }) =>
      [
        `Synthesis ${id} with ${formatCount(claims.length, "claim")} is waiting for review. Call coach_show_synthesis later to see the decisions.`,
        ...claims.map(
          (claim, place) =>
            `Claim ${place + 1} cites ${claim.citations.map((one) => `${one.path}:${one.line}`).join(", ")}`,
        ),
      ].join("\n"),
  }

interface Given {
  readonly text: string
  readonly entries: readonly Cited[]
  readonly leftOut?: readonly unknown[]
  readonly leftOutCounts?: { readonly budget?: number }
  readonly optedOut?: boolean
}

/** Returns the context, with the sources of its entries if the text does not name them. */
function given({ text, entries, leftOut = [], leftOutCounts = {}, optedOut = false }: Given): string {
  if (optedOut)
    return "This agent has opted out of memory (memory: disabled). It receives no memory, and none is written for it."
  const cites = entries.every((one) => text.includes(`${one.path}:${one.line}`))
  const sources =
    cites || entries.length === 0
      ? ""
      : `\n\nFrom ${entries.map((one) => `${one.path}:${one.line}`).join(", ")}`
  const nothing = leftOutCounts.budget
    ? "The budget is too small for any entry. Request a larger budget."
    : "No memory for this request yet."
  return `${MEMORY_IS_NO_ORDER}\n\n${text.trim() || nothing}${sources}${leftOut.length > 0 ? `\n\n${formatCount(leftOut.length, "entry", "entries")} left out.` : ""}`
}

/** Maximum number of characters of a text. Harnesses truncate or reject longer texts. */
const LONGEST_TEXT = 40_000

function listed(head: string, entries: readonly Cited[]): string {
  const lines = entries.map(cited)
  let length = 0
  const fitting = lines.filter((line) => (length += line.length + 1) <= LONGEST_TEXT)
  const more = lines.length - fitting.length
  return [
    `${head} ${MEMORY_IS_NO_ORDER}`,
    ...fitting,
    ...(more > 0
      ? [`${formatCount(more, "entry", "entries")} did not fit. Request fewer entries at a time.`]
      : []),
  ].join("\n")
}

function cited(entry: Cited): string {
  const about = [
    entry.state === "retired" ? "RETIRED" : null,
    entry.section,
    entry.type,
    entry.date,
    entry.agent,
    entry.project,
  ]
    .filter(Boolean)
    .join(" · ")
  const outranked = entry.outranked
    ? `\n  outranked by ${entry.outranked.path}:${entry.outranked.line}: ${oneLine(entry.outranked.text)}`
    : ""
  return `- ${entry.path}:${entry.line} [${about}] id ${entry.id}\n  ${entry.text.replaceAll("\n", "\n  ")}${outranked}`
}

interface Finding {
  readonly severity: string
  readonly message: string
  readonly entry: { readonly path: string; readonly line: number; readonly text: string } | null
}

const findingLines = (findings: readonly Finding[]) =>
  findings
    .slice(0, 5)
    .map(
      ({ severity, message, entry }) =>
        `${severity}: ${message}${entry ? ` (${entry.path}:${entry.line}: ${oneLine(entry.text)})` : ""}`,
    )

function stateOf(state: string): string {
  if (state === "waiting") return "is waiting for review and is not memory until it is approved."
  return state === "approved" || state === "merged"
    ? "was approved by a policy and is current."
    : `is ${state}.`
}

const withStop = (text: string) => (/[.!?]$/.test(text) ? text : `${text}.`)
const oneLine = (text: string) =>
  (text.length > 160 ? `${text.slice(0, 160)}…` : text).replaceAll(/\s+/g, " ")
