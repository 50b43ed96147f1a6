import { describe, expect, it } from "vitest"
import { findEvent } from "@/lib/cli/infra/hook-events"
import { readCall } from "@/lib/cli/hook/call"
import { transcriptLines, wordsOf, writeOf } from "@/lib/cli/hook/hook-requests"

const NOW = new Date("2026-11-22T09:00:00Z")
/** Input as Claude Code sends it. */
const INPUT = {
  session_id: "abc123",
  transcript_path: "/nowhere.jsonl",
  cwd: "/home/ann/ledger",
  permission_mode: "default",
  hook_event_name: "SessionStart",
  source: "startup",
}

const call = (
  input: object | string,
  more: {
    event?: "session-start" | "pre-compact" | "session-end"
    values?: Record<string, string>
    env?: Record<string, string>
  } = {},
) =>
  readCall({
    event: more.event ?? "session-start",
    values: more.values ?? {},
    env: more.env ?? {},
    text: typeof input === "string" ? input : JSON.stringify(input),
    cwd: "/srv/elsewhere",
    newSession: () => "made-up",
  })

describe("a hook's call", () => {
  it("accepts events by the harnesses' own names", () => {
    expect(
      [
        "SessionStart",
        "session-start",
        "session_start",
        "PreCompact",
        "PreCompress",
        "sessionEnd",
        "Stop",
      ].map(findEvent),
    ).toEqual([
      "session-start",
      "session-start",
      "session-start",
      "pre-compact",
      "pre-compact",
      "session-end",
      null,
    ])
  })

  it("reads session, folder and reason from the harness, and prefers flags to environment variables", () => {
    expect(call(INPUT, { env: { CLAUDE_PROJECT_DIR: "/home/ann/shop" } })).toMatchObject({
      project: "shop",
      agent: "claude-code",
      harness: "claude-code",
      session: "abc123",
      called: "SessionStart",
      because: "startup",
      transcript: "/nowhere.jsonl",
    })
    expect(
      call(INPUT, {
        env: { QUARTERDECK_PROJECT: "books", QUARTERDECK_AGENT: "ann" },
        values: { agent: "bob" },
      }),
    ).toMatchObject({ project: "books", agent: "bob", harness: undefined })
    expect(call(INPUT)).toMatchObject({ project: "ledger", agent: "main" })
    expect(call({ cwd: "C:\\work\\shop" })).toMatchObject({ project: "shop" })
    expect(
      call(INPUT, {
        env: {
          QUARTERDECK_PROJECT: "",
          QUARTERDECK_AGENT: " ",
          QUARTERDECK_TEAM: "",
          QUARTERDECK_SESSION: "",
          QUARTERDECK_HARNESS: "",
        },
      }),
    ).toMatchObject({
      project: "ledger",
      agent: "main",
      team: undefined,
      session: "abc123",
      harness: undefined,
    })
  })

  it("names a session so that the server accepts it and its address works", () => {
    expect(call({ session_id: "half \ud83d, nul \0" })).toMatchObject({ session: "half \ufffd, nul \ufffd" })
    expect([call({ session_id: ".." }), call({ session_id: "." })]).toMatchObject([
      { session: "made-up" },
      { session: "made-up" },
    ])
    expect(call({ session_id: "x".repeat(300) }).session).toHaveLength(200)
  })

  it("breaks on nothing that a harness may send", () => {
    for (const text of ["", "no JSON", "[1]", "null", `{"session_id": 7, "cwd": ["x"]}`])
      expect(call(text)).toMatchObject({
        session: "made-up",
        project: "elsewhere",
        called: "SessionStart",
        said: {},
      })
  })
})

describe("the output of a hook", () => {
  it("is nothing at an end that names no session and says nothing of one", () => {
    const end = (input: object, values: Record<string, string> = {}) =>
      writeOf(
        call(input, { event: "session-end", values: { project: "ledger", agent: "ann", ...values } }),
        NOW,
      )
    expect([end({}), end({ cwd: "/ledger" })]).toEqual([null, null])
    for (const one of [
      end({ session_id: "s-1" }),
      end({}, { session: "s-1" }),
      end({ summary: "Retries" }),
      end({ learnings: ["One"] }),
      end({ reason: "clear" }),
    ])
      expect(one).not.toBeNull()
  })

  it("is empty at a start, and at a compaction without a conversation", () => {
    expect(writeOf(call(INPUT), NOW)).toBeNull()
    expect(writeOf(call(INPUT, { event: "pre-compact" }), NOW)).toBeNull()
  })

  it("closes a session without a readable conversation, and uses the harness's own text if it sends one", () => {
    expect(
      writeOf(call({ ...INPUT, reason: "clear", source: undefined }, { event: "session-end" }), NOW)?.write,
    ).toMatchObject({
      path: "/sessions/abc123/close",
      body: {
        project: "ledger",
        summary: "Ended without a summary",
        outcome: "ended (clear)",
        date: "2026-11-22",
      },
    })
    const said = {
      ...INPUT,
      summary: "Retries",
      outcome: "done",
      learnings: ["One", { content: "Two", confidence: 0.9 }, 3],
    }
    expect(writeOf(call(said, { event: "session-end" }), NOW)?.write.body).toMatchObject({
      summary: "Retries",
      outcome: "done",
      learnings: [{ content: "One" }, { content: "Two", confidence: 0.9 }],
    })
    expect(
      writeOf(call({ ...INPUT, content: "Half way" }, { event: "pre-compact" }), NOW)?.write,
    ).toMatchObject({ path: "/flush", body: { content: "Half way", session: "abc123" } })
  })

  it("is accepted by the server for any input: an invalid learning affects neither the others nor the close", () => {
    const learnings = [
      "One",
      " ",
      { content: "Two", confidence: 7, type: 5, section: "s".repeat(201), reason: "r".repeat(2_001) },
      { content: "Three", confidence: "0.4" },
      "half \ud83d",
      "nul \0",
      "x".repeat(10_001),
    ]
    const write = writeOf(
      call(
        { ...INPUT, summary: `${"s".repeat(1_001)}`, outcome: "o".repeat(301), learnings },
        { event: "session-end" },
      ),
      NOW,
    )
    const taken = [
      { content: "One" },
      { content: "Two", reason: `${"r".repeat(1_999)}…` },
      { content: "Three", confidence: 0.4 },
      { content: "half \ufffd" },
      { content: "nul \ufffd" },
      { content: `${"x".repeat(9_999)}…` },
    ]
    expect(write?.write.body).toMatchObject({
      summary: `${"s".repeat(999)}…`,
      outcome: `${"o".repeat(299)}…`,
      learnings: taken,
    })
    expect(write?.lost).toBeNull()
    expect(
      writeOf(call({ ...INPUT, content: `${"x".repeat(19_999)}😀` }, { event: "pre-compact" }), NOW)?.write
        .body,
    ).toMatchObject({ content: `${"x".repeat(19_999)}\ufffd` })
  })

  it("keeps learnings where the conversation is refused, and reports learnings over the limit", () => {
    const write = writeOf(
      call(
        {
          ...INPUT,
          source: undefined,
          reason: "clear",
          summary: "sk-secret",
          outcome: "a secret",
          learnings: [{ content: "One", section: "Watch Points", confidence: 0.9, reason: "seen" }],
        },
        { event: "session-end" },
      ),
      NOW,
    )
    expect(write?.write.instead).toEqual({
      project: "ledger",
      defaultAgent: "main",
      date: "2026-11-22",
      summary: "Ended without a summary",
      outcome: "ended (clear)",
      learnings: [{ content: "One", confidence: 0.9, reason: "seen" }],
    })
    const many = writeOf(
      call(
        { ...INPUT, learnings: Array.from({ length: 60 }, (_, place) => `Learned ${place}`) },
        { event: "session-end" },
      ),
      NOW,
    )
    expect(many?.write.body.learnings).toHaveLength(50)
    expect(many?.lost).toBe("a session can propose at most 50 learnings: the last 10 of 60 were left out")
  })
})

describe("a conversation", () => {
  it("includes the messages of people and the agent, without tools, side chains and text added by the harness", () => {
    const line = (type: string, content: unknown, more: object = {}) =>
      JSON.stringify({ type, message: { role: type, content }, ...more })
    const text = [
      `"cut off in the middle`,
      line("user", "<command-name>/clear</command-name>"),
      line("user", "Make webhooks retry"),
      line("user", "meta", { isMeta: true }),
      line("assistant", [
        { type: "thinking", thinking: "hm" },
        { type: "text", text: "Reading the code" },
      ]),
      line("user", [{ type: "tool_result", content: "a file" }]),
      line("assistant", [{ type: "text", text: "of a side chain" }], { isSidechain: true }),
      line("user", "And the tests"),
      line("assistant", [
        { type: "text", text: "They pass" },
        { type: "tool_use", name: "Bash" },
      ]),
      JSON.stringify({ type: "summary", summary: "Webhooks" }),
    ].join("\n")
    expect(wordsOf(transcriptLines(text), transcriptLines(text))).toEqual({
      first: "Make webhooks retry",
      asked: "And the tests",
      said: "They pass",
    })
  })
})
