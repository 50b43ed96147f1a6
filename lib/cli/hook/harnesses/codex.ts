import { contextAsJson, type Harness } from "./harness"

/**
 * Source: developers.openai.com/codex/hooks: the members and the answer of Claude Code's hooks. It has a transcript, whose form it
 * calls no stable interface: it is not read. It sets nothing that would tell it from others.
 */
export const codex: Harness = {
  id: "codex",
  title: "Codex",
  runs: () => false,
  hear: (payload) => ({
    session: payload.word("session_id"),
    folder: payload.word("cwd"),
    because: payload.word("source") ?? payload.word("trigger") ?? payload.word("reason"),
    called: payload.word("hook_event_name"),
  }),
  tell: contextAsJson,
}
