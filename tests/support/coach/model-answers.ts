import type { ServerResponse } from "node:http"
import type { HeardCall } from "./model-server"

export interface SaidClaim {
  readonly text: string
  readonly kind: string
  readonly confidence: number
  readonly citations: readonly string[]
}

/** One line of data in a prompt, with its short ID: an entry of the fleet, or a claim to merge. */
export interface ShownLine {
  readonly id: string
  readonly text: string
  readonly agent?: string
}

/** The data lines of the last request. */
export function shownIn({ body }: Pick<HeardCall, "body">): ShownLine[] {
  const asked = body.messages
    .filter(({ role }) => role === "user")
    .map(({ content }) => wordsOf(content))
    .join("\n")
  return asked
    .split("\n")
    .flatMap((line) => (/^\{"id":"[EC]\d+"/.test(line) ? [JSON.parse(line) as ShownLine] : []))
}

export function wordsOf(content: unknown): string {
  if (typeof content === "string") return content
  return Array.isArray(content) ? content.map((part: { text?: string }) => part.text ?? "").join("") : ""
}

/** Anthropic's stop reasons for incomplete answers. */
const STOP_REASONS: ReadonlyMap<string, string> = new Map([
  ["length", "max_tokens"],
  ["content_filter", "refusal"],
])

const MOST = 12

/**
 * Claims of a correct model: statements found in several entries are shared, the others are observations that
 * quote the entry.
 */
export function honestClaims(call: Pick<HeardCall, "body">): SaidClaim[] {
  const byText = new Map<string, ShownLine[]>()
  for (const line of shownIn(call))
    byText.set(line.text.toLowerCase(), [...(byText.get(line.text.toLowerCase()) ?? []), line])
  const groups = [...byText.values()].toSorted((a, b) => b.length - a.length).slice(0, MOST)
  return groups.map((lines) => ({
    text: lines[0]?.text ?? "",
    kind: lines.length > 1 ? "shared-pattern" : "observation",
    confidence: lines.length > 1 ? 0.9 : 0.6,
    citations: lines.map(({ id }) => id),
  }))
}

export const jsonOf = (claims: readonly SaidClaim[]): string => JSON.stringify({ claims })

/** The end of an answer. */
export interface Ending {
  readonly finish: "stop" | "length" | "content_filter"
  /** Null if the server reports no usage. */
  readonly usage: { readonly input: number; readonly output: number } | null
}

/** An answer as one of the two streaming APIs sends it: start, chunks and end. */
export interface Speech {
  begin(): void
  say(piece: string): void
  end(ending: Ending): void
}

export const speechFor = (call: HeardCall, response: ServerResponse): Speech =>
  call.path.endsWith("/messages") ? anthropic(call, response) : openai(response)

function openai(response: ServerResponse): Speech {
  const send = (value: unknown) => response.write(`data: ${JSON.stringify(value)}\n\n`)
  const chunk = (delta: object, finish: string | null = null) =>
    send({
      id: "chat-1",
      object: "chat.completion.chunk",
      created: 1,
      model: "loopback",
      choices: [{ index: 0, delta, finish_reason: finish }],
    })
  return {
    begin() {
      response.writeHead(200, { "content-type": "text/event-stream" })
      chunk({ role: "assistant", content: "" })
    },
    say: (piece) => chunk({ content: piece }),
    end({ finish, usage }) {
      chunk({}, finish)
      if (usage)
        send({
          id: "chat-1",
          object: "chat.completion.chunk",
          created: 1,
          model: "loopback",
          choices: [],
          usage: {
            prompt_tokens: usage.input,
            completion_tokens: usage.output,
            total_tokens: usage.input + usage.output,
          },
        })
      response.end("data: [DONE]\n\n")
    },
  }
}

function anthropic({ body }: HeardCall, response: ServerResponse): Speech {
  const tool = body.tools?.[0]?.name
  const send = (value: { type: string }) =>
    response.write(`event: ${value.type}\ndata: ${JSON.stringify(value)}\n\n`)
  return {
    begin() {
      response.writeHead(200, { "content-type": "text/event-stream" })
      send({
        type: "message_start",
        message: {
          id: "msg_1",
          type: "message",
          role: "assistant",
          model: body.model,
          content: [],
          stop_reason: null,
          stop_sequence: null,
          usage: { input_tokens: 100, output_tokens: 1 },
        },
      } as { type: string })
      send({
        type: "content_block_start",
        index: 0,
        content_block: tool
          ? { type: "tool_use", id: "toolu_1", name: tool, input: {} }
          : { type: "text", text: "" },
      } as { type: string })
    },
    say: (piece) =>
      send({
        type: "content_block_delta",
        index: 0,
        delta: tool ? { type: "input_json_delta", partial_json: piece } : { type: "text_delta", text: piece },
      } as { type: string }),
    end({ finish, usage }) {
      send({ type: "content_block_stop", index: 0 } as { type: string })
      const completed = tool ? "tool_use" : "end_turn"
      const reason = STOP_REASONS.get(finish) ?? completed
      send({
        type: "message_delta",
        delta: { stop_reason: reason, stop_sequence: null },
        usage: { output_tokens: usage?.output ?? 1 },
      } as { type: string })
      send({ type: "message_stop" })
      response.end()
    },
  }
}
