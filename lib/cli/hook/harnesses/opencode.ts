import type { Harness } from "./harness"

/**
 * OpenCode has no hooks of this kind. Quarterdeck's plugin (lib/cli/hook/install/plugin) calls with a payload
 * of its own and takes plain text.
 */
export const openCode: Harness = {
  id: "opencode",
  title: "OpenCode",
  runs: () => false,
  hear: (payload) => ({
    session: payload.word("session_id"),
    folder: payload.word("cwd"),
    because: payload.word("source") ?? payload.word("trigger") ?? payload.word("reason"),
    called: payload.word("hook_event_name"),
  }),
  tell: (text) => text,
}
