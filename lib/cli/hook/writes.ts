import { oneLine } from "../visible"
import type { HookCall } from "./call"
import { type LastWords, lastWordsIn } from "./transcript"

/** What a call has to say to the server. `instead`: the same without words of the conversation. */
export interface HookWrite {
  readonly path: string
  readonly body: Readonly<Record<string, unknown>>
  readonly instead?: Readonly<Record<string, unknown>>
}

const LONGEST = { summary: 200, asked: 300, said: 2_000, content: 20_000 }

/** What is to be written of a call; null: nothing, a start only reads. */
export function writeOf(call: HookCall, now: Date): HookWrite | null {
  const place = { project: call.project, team: call.team, agent: call.agent, date: now.toISOString().slice(0, 10) }
  if (call.event === "session-start") return null
  const words = call.transcript === undefined ? null : lastWordsIn(call.transcript)
  if (call.event === "pre-compact") {
    const content = call.said.content?.slice(0, LONGEST.content) ?? halfWay(call, words)
    return content === null ? null : { path: "/flush", body: { ...place, session: call.session, content } }
  }
  const { summary, outcome, learnings } = call.said
  const plain = { ...place, harness: call.harness, summary: "Ended without a summary", outcome: outcome ?? endOf(call) }
  const told = summary ?? (words?.first ? shortened(words.first, LONGEST.summary) : null)
  const path = `/sessions/${encodeURIComponent(call.session)}/close`
  const learned = learningsOf(learnings)
  return { path, body: { ...plain, ...(told === null ? {} : { summary: told }), learnings: learned }, ...(told === null && learned.length === 0 ? {} : { instead: plain }) }
}

/** What a session was at when its context is compacted: what was asked and said last. Null where nobody said anything. */
function halfWay({ because }: HookCall, words: LastWords | null): string | null {
  const parts = [words?.asked && `Asked: ${shortened(words.asked, LONGEST.asked)}`, words?.said && `Said last: ${words.said.trim().slice(0, LONGEST.said)}`].filter((part) => typeof part === "string" && part !== "")
  return parts.length === 0 ? null : [`Before the context was compacted${because === undefined ? "" : ` (${because})`}`, ...parts].join("\n")
}

const endOf = ({ because }: HookCall): string | undefined => (because === undefined ? undefined : `ended (${because})`)

function shortened(text: string, most: number): string {
  const line = oneLine(text)
  return line.length <= most ? line : `${line.slice(0, most - 1).trimEnd()}…`
}

const LEARNED = ["content", "section", "type", "confidence", "reason"]

/** Texts, or objects with a text in them, as the server takes them; whatever else a harness sends is left out. */
function learningsOf(learnings: readonly unknown[] = []): object[] {
  return learnings.flatMap((one) => {
    if (typeof one === "string") return [{ content: one }]
    if (typeof one !== "object" || one === null || typeof (one as { content?: unknown }).content !== "string") return []
    return [Object.fromEntries(Object.entries(one).filter(([name]) => LEARNED.includes(name)))]
  })
}
