import { closeSync, constants, fstatSync, openSync, readSync } from "node:fs"
import { oneLine } from "../infra/terminal"
import { agentFor, type HookCall } from "./call"
import { storable } from "./harnesses"
import { onOneLine } from "@/lib/memory/text/sentence"

/** A request that records a hook call. */
export interface HookWrite {
  readonly path: string
  readonly body: Readonly<Record<string, unknown>>
  /** The body without text of the conversation, sent if the server rejects `body`. */
  readonly instead?: Readonly<Record<string, unknown>>
}

export interface WriteOfHook {
  readonly write: HookWrite
  /** A message about what was left out, or null. */
  readonly lost: string | null
}

/** Maximum lengths in characters, as the server accepts them. */
const LONGEST = {
  told: 200,
  asked: 300,
  said: 2_000,
  content: 20_000,
  summary: 1_000,
  outcome: 300,
  statement: 10_000,
  reason: 2_000,
  section: 200,
  type: 60,
}
const MOST_LEARNED = 50

/**
 * Returns the request that records a call. Null for a session start, which only reads, for a trial, and if
 * there is nothing to record.
 */
export function writeOf(call: HookCall, now: Date): WriteOfHook | null {
  if (call.event === "session-start" || isTrial(call)) return null
  const place = {
    project: call.project,
    team: call.team,
    ...agentFor(call),
    date: now.toISOString().slice(0, 10),
  }
  const words = call.transcript === undefined ? null : lastWordsIn(call.transcript)
  if (call.event === "session-end") return sessionEnd(call, words, place)
  const content = call.said.content?.slice(0, LONGEST.content) ?? halfWay(call, words)
  if (content === null) return null
  const body = storableIn({ ...place, session: call.session, content })
  return { write: { path: "/flush", body }, lost: null }
}

function sessionEnd(call: HookCall, words: LastWords | null, place: object): WriteOfHook {
  const { outcome } = call.said
  const summary = summaryOf(call, words)
  const learnings = learningsOf(call.said.learnings)
  const accepted = learnings.slice(0, MOST_LEARNED)
  const plain = {
    ...place,
    harness: call.harness,
    summary: "Ended without a summary",
    outcome: endOf(call),
  }
  const body = {
    ...plain,
    ...(summary === null ? {} : { summary }),
    ...(outcome === undefined ? {} : { outcome: cut(onOneLine(outcome), LONGEST.outcome) }),
    learnings: accepted,
  }
  const hasText = summary !== null || outcome !== undefined || accepted.length > 0
  const instead = { ...plain, learnings: accepted.map(({ section: _, type: __, ...one }) => one) }
  return {
    write: {
      path: `/sessions/${encodeURIComponent(call.session)}/close`,
      body: storableIn(body),
      ...(hasText ? { instead: storableIn(instead) } : {}),
    },
    lost: lostOf(learnings.length),
  }
}

/** Returns the harness's summary, else the first request of the conversation, else null. */
function summaryOf({ said }: HookCall, words: LastWords | null): string | null {
  if (said.summary !== undefined) return cut(onOneLine(said.summary), LONGEST.summary)
  return words?.first ? shortened(words.first, LONGEST.told) : null
}

const lostOf = (learnings: number): string | null =>
  learnings > MOST_LEARNED
    ? `a session can propose at most ${MOST_LEARNED} learnings: the last ${learnings - MOST_LEARNED} of ${learnings} were left out`
    : null

/**
 * True for a session end without a session name, a reason or content, as when a person tries the command by
 * hand.
 */
export const isTrial = ({ event, nameless, because, transcript, said }: HookCall): boolean =>
  event === "session-end" &&
  nameless &&
  because === undefined &&
  transcript === undefined &&
  Object.keys(said).length === 0

const storableIn = <Body extends object>(body: Body): Body =>
  JSON.parse(JSON.stringify(body), (_, value: unknown) =>
    typeof value === "string" ? storable(value) : value,
  ) as Body

/** Returns the last request and answer before a compaction, or null for an empty conversation. */
function halfWay({ because }: HookCall, words: LastWords | null): string | null {
  const parts = [
    words?.asked && `Asked: ${shortened(words.asked, LONGEST.asked)}`,
    words?.said && `Last answer: ${words.said.trim().slice(0, LONGEST.said)}`,
  ].filter((part) => typeof part === "string" && part !== "")
  return parts.length === 0
    ? null
    : [`Before compaction${because === undefined ? "" : ` (${because})`}`, ...parts].join("\n")
}

const endOf = ({ because }: HookCall): string | undefined =>
  because === undefined ? undefined : `ended (${cut(oneLine(because), LONGEST.told)})`

const shortened = (text: string, most: number): string => cut(oneLine(text), most)

const cut = (text: string, most: number): string =>
  text.length <= most ? text : `${text.slice(0, most - 1).trimEnd()}…`

interface Learning {
  readonly content: string
  readonly section?: string
  readonly type?: string
  readonly confidence?: number
  readonly reason?: string
}

/**
 * Returns the valid learnings: texts, or objects with a text. The server rejects all learnings if one is
 * invalid.
 */
function learningsOf(learnings: readonly unknown[] = []): Learning[] {
  return learnings.flatMap((one): Learning[] => {
    const { content, section, type, confidence, reason } = (
      typeof one === "object" && one !== null ? one : { content: one }
    ) as Readonly<Record<string, unknown>>
    if (typeof content !== "string" || content.trim() === "") return []
    const sure = confidence === null || confidence === "" ? Number.NaN : Number(confidence)
    return [
      {
        content: cut(content, LONGEST.statement),
        ...(isName(section, LONGEST.section) ? { section } : {}),
        ...(isName(type, LONGEST.type) ? { type } : {}),
        ...(sure >= 0 && sure <= 1 ? { confidence: sure } : {}),
        ...(typeof reason === "string" ? { reason: cut(reason.trim(), LONGEST.reason) } : {}),
      },
    ]
  })
}

const isName = (value: unknown, most: number): value is string =>
  typeof value === "string" && value.trim() !== "" && value.trim().length <= most

/** The first request, the last request and the last answer of a conversation. Null if there is none. */
interface LastWords {
  /** The first request. `asked`: the last one. */
  readonly first: string | null
  readonly asked: string | null
  /** The agent's last answer. */
  readonly said: string | null
}

const NOTHING: LastWords = { first: null, asked: null, said: null }

/**
 * Number of bytes read from the beginning and from the end of a conversation, which may have several
 * megabytes.
 */
const PORTION = 256 * 1024

/**
 * Reads a conversation of Claude Code: one JSON object a line, `type` user or assistant, text in
 * `message.content`. Empty if the file cannot be read.
 */
function lastWordsIn(file: string): LastWords {
  let open: number | null = null
  try {
    open = openSync(file, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0)) // a named pipe would block
    const { size } = fstatSync(open)
    const head = transcriptLines(read(open, 0, Math.min(size, PORTION)))
    const tail = size <= PORTION ? head : transcriptLines(read(open, size - PORTION, PORTION))
    return wordsOf(head, tail)
  } catch {
    return NOTHING
  } finally {
    if (open !== null) closeSync(open)
  }
}

function read(open: number, from: number, length: number): string {
  const bytes = Buffer.alloc(length)
  return bytes.subarray(0, readSync(open, bytes, 0, length, from)).toString("utf8")
}

export function wordsOf(head: readonly TranscriptLine[], tail: readonly TranscriptLine[]): LastWords {
  const spoken = (lines: readonly TranscriptLine[], by: TranscriptLine["by"]) =>
    lines.filter((line) => line.by === by)
  return {
    first: spoken(head, "user")[0]?.words ?? null,
    asked: spoken(tail, "user").at(-1)?.words ?? null,
    said: spoken(tail, "assistant").at(-1)?.words ?? null,
  }
}

export interface TranscriptLine {
  readonly by: "user" | "assistant"
  readonly words: string
}

/**
 * Returns the messages of the user and the agent. Tool results, messages of the harness (<…>), messages of
 * subagents and truncated lines are left out.
 */
export function transcriptLines(text: string): TranscriptLine[] {
  return text.split("\n").flatMap((line) => {
    const said = jsonOf(line)
    if (
      (said.type !== "user" && said.type !== "assistant") ||
      said.isMeta === true ||
      said.isSidechain === true
    )
      return []
    const words = textOf((said.message as { content?: unknown } | undefined)?.content).trim()
    return words === "" || /^<[a-z-]+>/.test(words) ? [] : [{ by: said.type, words }]
  })
}

function textOf(content: unknown): string {
  if (typeof content === "string") return content
  if (!Array.isArray(content)) return ""
  return content
    .flatMap((part: { type?: unknown; text?: unknown } | null) =>
      part?.type === "text" && typeof part.text === "string" ? [part.text] : [],
    )
    .join("\n")
}

function jsonOf(line: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(line)
    return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}
