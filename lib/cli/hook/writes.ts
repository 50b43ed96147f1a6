import { oneLine } from "../infra/visible"
import { agentFor, type HookCall } from "./call"
import { storable } from "./harnesses/harness"
import { type LastWords, lastWordsIn } from "./transcript"

/** What a call has to say to the server, as it takes it. */
export interface HookWrite {
  readonly path: string
  readonly body: Readonly<Record<string, unknown>>
  /** The same without words of the conversation. */
  readonly instead?: Readonly<Record<string, unknown>>
}

export interface ToWrite {
  readonly write: HookWrite
  /** What of the call is not said at all, in words. */
  readonly lost: string | null
}

/** Of what is told of a conversation, and of what a harness says of itself: that is what the server takes. */
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

/** What is to be written of a call; null: nothing, a start only reads. */
export function writeOf(call: HookCall, now: Date): ToWrite | null {
  const place = {
    project: call.project,
    team: call.team,
    ...agentFor(call),
    date: now.toISOString().slice(0, 10),
  }
  if (call.event === "session-start" || isTrial(call)) return null
  const words = call.transcript === undefined ? null : lastWordsIn(call.transcript)
  if (call.event === "pre-compact") {
    const content = call.said.content?.slice(0, LONGEST.content) ?? halfWay(call, words)
    return content === null
      ? null
      : {
          write: { path: "/flush", body: storableIn({ ...place, session: call.session, content }) },
          lost: null,
        }
  }
  const { summary, outcome, learnings } = call.said
  const path = `/sessions/${encodeURIComponent(call.session)}/close`
  const ended = endOf(call)
  const plain = { ...place, harness: call.harness, summary: "Ended without a summary", outcome: ended }
  const told =
    summary !== undefined
      ? cut(summary.replaceAll(/\s+/g, " ").trim(), LONGEST.summary)
      : words?.first
        ? shortened(words.first, LONGEST.told)
        : null
  const learned = learningsOf(learnings)
  const taken = learned.slice(0, MOST_LEARNED)
  const body = {
    ...plain,
    ...(told === null ? {} : { summary: told }),
    outcome: outcome === undefined ? ended : cut(outcome.replaceAll(/\s+/g, " ").trim(), LONGEST.outcome),
    learnings: taken,
  }
  const instead = { ...plain, learnings: taken.map(({ section: _, type: __, ...one }) => one) }
  const lost =
    learned.length > taken.length
      ? `a session can propose at most ${MOST_LEARNED} learnings: the last ${learned.length - taken.length} of ${learned.length} were left out`
      : null
  return {
    write: {
      path,
      body: storableIn(body),
      ...(told === null && outcome === undefined && taken.length === 0
        ? {}
        : { instead: storableIn(instead) }),
    },
    lost,
  }
}

/** An end that names no session and says nothing of one: somebody tries the command by hand, and no session took place. */
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

/** What a session was at when its context is compacted: what was asked and said last. Null where nobody said anything. */
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

/** Texts, or objects with a text in them. Whatever else a harness sends is left out, and so is what the server would not take of one: it would take none of them. */
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
