import { closeSync, constants, fstatSync, openSync, readSync } from "node:fs"

/** The first request, the last request and the last answer of a conversation. Null if there is none. */
export interface LastWords {
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
export function lastWordsIn(file: string): LastWords {
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
