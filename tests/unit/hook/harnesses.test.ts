import { execFileSync } from "node:child_process"
import { createHash } from "node:crypto"
import { mkdirSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { type HookEvent } from "@/lib/cli/infra/hook-events"
import { answerTo, readCall } from "@/lib/cli/hook/call"
import { listDiskMemory } from "@/lib/cli/hook/serve"
import { writeOf } from "@/lib/cli/hook/hook-requests"
import { givenFolder } from "../../support/imports/memory-folder"

const call = (
  harness: string | undefined,
  event: HookEvent,
  input: object,
  env: Record<string, string> = {},
) =>
  readCall({
    event,
    values: harness === undefined ? {} : { harness },
    env,
    text: JSON.stringify(input),
    cwd: "/srv/elsewhere",
    newSession: () => "made-up",
  })

// The inputs come from each harness's documentation; see docs/hooks.md for sources and dates.
describe("a harness's call", () => {
  it("of Claude Code has its folder, its transcript and the agent that a session was begun with", () => {
    const input = {
      session_id: "abc123",
      transcript_path: "/Users/ann/.claude/projects/x/00893aaf.jsonl",
      cwd: "/Users/ann/ledger/src",
      hook_event_name: "SessionStart",
      source: "compact",
      model: "claude-sonnet-5",
      agent_type: "unit-tester",
    }
    expect(
      call("claude-code", "session-start", input, { CLAUDE_PROJECT_DIR: "/Users/ann/ledger" }),
    ).toMatchObject({
      session: "abc123",
      folder: "/Users/ann/ledger",
      project: "ledger",
      agent: "unit-tester",
      because: "compact",
      transcript: input.transcript_path,
    })
    expect(
      call("claude-code", "pre-compact", {
        ...input,
        agent_id: "sub-1",
        agent_type: "Explore",
        source: undefined,
        trigger: "manual",
      }),
    ).toMatchObject({ agent: "claude-code", because: "manual" })
    expect(
      call("claude-code", "session-end", { ...input, source: undefined, reason: "prompt_input_exit" }),
    ).toMatchObject({ because: "prompt_input_exit" })
  })

  it("of Cursor has its conversation and workspace, and ignores the transcript", () => {
    const common = {
      conversation_id: "conv-1",
      generation_id: "gen-1",
      model: "gpt-5",
      hook_event_name: "sessionStart",
      cursor_version: "3.8.11",
      workspace_roots: ["/home/ann/ledger", "/home/ann/shop"],
      user_email: null,
      transcript_path: "/home/ann/t.jsonl",
    }
    expect(
      call("cursor", "session-start", {
        ...common,
        session_id: "conv-1",
        is_background_agent: false,
        composer_mode: "agent",
      }),
    ).toMatchObject({
      session: "conv-1",
      project: "ledger",
      agent: "cursor",
      called: "sessionStart",
      transcript: undefined,
    })
    const compacting = call(
      undefined,
      "pre-compact",
      {
        ...common,
        hook_event_name: "preCompact",
        trigger: "auto",
        context_usage_percent: 85,
        is_first_compaction: true,
      },
      { CURSOR_PROJECT_DIR: "/home/ann/books", CLAUDE_PROJECT_DIR: "/home/ann/books" },
    )
    expect(compacting).toMatchObject({
      harness: "cursor",
      session: "conv-1",
      project: "books",
      because: "auto",
    })
    expect(writeOf(compacting, new Date())).toBeNull()
    expect(
      call("cursor", "session-end", {
        ...common,
        session_id: "conv-1",
        reason: "window_close",
        duration_ms: 45_000,
        final_status: "completed",
      }),
    ).toMatchObject({ because: "window_close" })
  })

  it("of Codex, of Gemini CLI and of our plugin in OpenCode has session, folder and reason", () => {
    const codex = {
      session_id: "0199",
      transcript_path: "/home/ann/.codex/sessions/r.jsonl",
      cwd: "/home/ann/ledger",
      hook_event_name: "SessionStart",
      model: "gpt-5-codex",
      permission_mode: "default",
      source: "resume",
    }
    expect(call("codex", "session-start", codex)).toMatchObject({
      session: "0199",
      project: "ledger",
      agent: "codex",
      because: "resume",
      transcript: undefined,
    })
    const gemini = {
      session_id: "g-1",
      transcript_path: "/home/ann/.gemini/tmp/x/chats/s.json",
      cwd: "/home/ann/ledger/src",
      hook_event_name: "PreCompress",
      timestamp: "2026-11-22T09:00:00Z",
      trigger: "auto",
    }
    expect(
      call(undefined, "pre-compact", gemini, {
        GEMINI_PROJECT_DIR: "/home/ann/ledger",
        CLAUDE_PROJECT_DIR: "/home/ann/ledger",
      }),
    ).toMatchObject({
      harness: "gemini-cli",
      session: "g-1",
      project: "ledger",
      because: "auto",
      transcript: undefined,
    })
    expect(
      call("opencode", "pre-compact", {
        session_id: "ses_1",
        cwd: "/home/ann/ledger",
        trigger: "auto",
        content: "Asked: x",
      }),
    ).toMatchObject({ session: "ses_1", said: { content: "Asked: x" } })
  })

  it("of an unknown harness is read and answered as one of Claude Code", () => {
    const another = call("my-harness", "session-start", {
      session_id: "s",
      cwd: "/x/ledger",
      transcript_path: "/t.jsonl",
    })
    expect(another).toMatchObject({ project: "ledger", agent: "my-harness", transcript: "/t.jsonl" })
    expect(JSON.parse(answerTo(another, "memory"))).toEqual({
      hookSpecificOutput: { hookEventName: "SessionStart", additionalContext: "memory" },
    })
  })
})

describe("the answer", () => {
  it("is in the form that each harness accepts as context", () => {
    const told = (harness: string, called = "SessionStart") =>
      answerTo({ harness, called }, 'Round to "cents"\n')
    const asJson = {
      hookSpecificOutput: { hookEventName: "SessionStart", additionalContext: 'Round to "cents"\n' },
    }
    for (const harness of ["claude-code", "codex", "gemini-cli"])
      expect(JSON.parse(told(harness)), harness).toEqual(asJson)
    expect(JSON.parse(told("cursor", "sessionStart"))).toEqual({ additional_context: 'Round to "cents"\n' })
    expect(told("opencode")).toBe('Round to "cents"\n')
  })
})

describe("the memory files a harness finds on disk", () => {
  it("are listed by path and hash if they exist, are files and are not too large", () => {
    const folder = givenFolder({
      ".kaizen/agents/ann/memory.md": "one",
      ".claude/agent-memory/ann/MEMORY.md": "two",
      "memory/2026-11-22.md": "log",
      "memory/2026-11-21.md": "old",
      "memory/projects/ledger/memory.json": "{}",
      ".kaizen/agents/ben/memory.md": "of another",
      ".sdd/cache/project_memory.json": Buffer.alloc(1024 * 1024 + 1),
    })
    execFileSync("mkfifo", [join(folder, "MEMORY.md")])
    const found = listDiskMemory({ folder, agent: "ann", project: "ledger", today: "2026-11-22" })
    expect(found.map((one) => one.path)).toEqual([
      ".kaizen/agents/ann/memory.md",
      ".claude/agent-memory/ann/MEMORY.md",
      "memory/2026-11-22.md",
      "memory/projects/ledger/memory.json",
    ])
    expect(found[0]?.sha256).toBe(createHash("sha256").update("one").digest("hex"))
  })

  it("never leaves the folder by a name, and is nothing where the folder does not exist", () => {
    const outside = givenFolder({ "memory.md": "secret" })
    const folder = join(outside, ".kaizen/agents/x")
    mkdirSync(folder, { recursive: true })
    expect(listDiskMemory({ folder, agent: "../../../..", project: "..", today: "2026-11-22" })).toEqual([])
    expect(
      listDiskMemory({ folder: "/nowhere", agent: "ann", project: "ledger", today: "2026-11-22" }),
    ).toEqual([])
  })
})
