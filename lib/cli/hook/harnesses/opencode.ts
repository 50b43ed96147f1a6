import type { Harness } from "./harness"

/** It has no hooks of this kind: a plugin of ours calls (lib/cli/hook/install/plugin), in words of our own, and takes the text as it is. */
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
