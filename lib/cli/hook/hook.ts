import type { Command } from "../infra/command"
import { HOOK_EVENTS } from "../infra/hook-events"
import { HARNESS_IDS } from "./harnesses/all-harnesses"
import { SECONDS, serveHook } from "./serve"
import { AGENT, PROJECT, TEAM, wholeNumber } from "../infra/option-values"

/**
 * Command that runs a hook. Bundled separately from all other commands, because each import delays the start
 * of a session.
 */
export const hookCommand: Command = {
  name: "hook",
  form: "hook EVENT [--project P] [--agent A] [--team T] [--session ID] [--harness H] [--task T] [--budget N] [--within SECONDS]",
  about: "run a hook: session start, compaction or session end (called by harnesses)",
  purpose: "agents",
  words: [1, 1],
  takes: [{ values: HOOK_EVENTS, problem: () => null }],
  options: {
    project: {
      value: "P",
      about: "the project (default: QUARTERDECK_PROJECT, then the name of the harness's folder)",
      takes: PROJECT,
    },
    agent: {
      value: "A",
      about: "the agent (default: QUARTERDECK_AGENT, then the access token's agent, then the harness's name)",
      takes: AGENT,
    },
    team: {
      value: "T",
      about: "the team (default: QUARTERDECK_TEAM). Optional if the project identifies it",
      takes: TEAM,
    },
    session: {
      value: "ID",
      about: "the session (default: QUARTERDECK_SESSION, then the harness's session on standard input)",
    },
    harness: {
      value: "H",
      about: "input and output format (default: QUARTERDECK_HARNESS, otherwise detected automatically)",
      takes: { values: HARNESS_IDS, problem: () => null },
    },
    task: { value: "T", about: "the session's task" },
    budget: {
      value: "TOKENS",
      about: "maximum size of the context in tokens (default: 2,000)",
      takes: wholeNumber(1, 200_000),
    },
    within: {
      value: "SECONDS",
      about: `timeout in seconds (default: ${SECONDS})`,
      takes: wholeNumber(1, 600),
    },
  },
  notes:
    "quarterdeck hook install writes this command to a harness's settings. docs/hooks.md describes each harness.\n\nEVENT is session-start, pre-compact or session-end, or the harness's own name for it (SessionStart, PreCompact, SessionEnd, PreCompress). Reads the\nharness's JSON from standard input and responds in its format: context at session-start. pre-compact saves the latest exchange, session-end closes the\nsession. A hook never breaks a session: on errors, standard output stays empty. Failed writes are queued in ${XDG_STATE_HOME:-~/.local/state}/quarterdeck/queue and sent exactly once by the next hook.",
  exits:
    "Exits with 0 on all errors, including unknown events, with the reason on standard error. Exits with 1 on invalid options or arguments. Never exits with 2, which harnesses treat as an instruction to stop.",
  examples: ["hook session-start --project ledger --agent unit-tester"],
  async run({ words, values, server }) {
    return serveHook({ words, values }, { find: () => server, given: server.url })
  },
}
