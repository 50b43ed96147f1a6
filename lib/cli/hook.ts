import type { Command } from "./command"
import { HOOK_EVENTS } from "./hook/call"
import { HARNESS_IDS } from "./hook/harnesses/by-name"
import { SECONDS, serveHook } from "./hook/serve"
import { AGENT, PROJECT, TEAM, wholeNumber } from "./taken"

/** Loaded each time that a harness calls a hook, apart from all other commands: what it imports, a session waits for. */
export const hookCommand: Command = {
  name: "hook",
  form: "hook EVENT [--project P] [--agent A] [--team T] [--session ID] [--harness H] [--task T] [--budget N] [--within SECONDS]",
  about: "serves a harness when a session begins, compacts its context or ends",
  purpose: "agents",
  words: [1, 1],
  takes: [{ values: HOOK_EVENTS, problem: () => null }],
  options: {
    project: {
      value: "P",
      about: "QUARTERDECK_PROJECT unless given, else the name of the folder that the harness works in",
      takes: PROJECT,
    },
    agent: {
      value: "A",
      about: "QUARTERDECK_AGENT unless given, else the agent of the access token, else the harness's name",
      takes: AGENT,
    },
    team: {
      value: "T",
      about: "QUARTERDECK_TEAM unless given; may be left out where the project's name says it",
      takes: TEAM,
    },
    session: {
      value: "ID",
      about: "QUARTERDECK_SESSION unless given, else as the harness says on standard input",
    },
    harness: {
      value: "H",
      about:
        "whose words it hears and answers in; QUARTERDECK_HARNESS unless given, else by what the harness sets",
      takes: { values: HARNESS_IDS, problem: () => null },
    },
    task: { value: "T", about: "what the session is about" },
    budget: {
      value: "TOKENS",
      about: "at most so many tokens of context; 2,000 unless given",
      takes: wholeNumber(1, 200_000),
    },
    within: {
      value: "SECONDS",
      about: `steps aside after so long; ${SECONDS} unless given`,
      takes: wholeNumber(1, 600),
    },
  },
  notes:
    "quarterdeck hook install writes it into a harness's settings; docs/hooks.md has what each harness does with it.\n\nEVENT is session-start, pre-compact or session-end, or the harness's own name for it (SessionStart, PreCompact, SessionEnd, PreCompress). Reads the\nharness's JSON on standard input and answers in it: context at session-start. pre-compact flushes what was asked and said last, session-end closes the\nsession. It never fails a session: whatever goes wrong, it says nothing on standard output. What cannot be written waits in\n${XDG_STATE_HOME:-~/.local/state}/quarterdeck/queue, and the next hook delivers it, once.",
  exits:
    "Ends with 0 whatever goes wrong, an event that is none included, and says why on standard error; with 1 where a switch or a further word does not fit. Never with 2, which harnesses take for an order to stop.",
  examples: ["hook session-start --project ledger --agent unit-tester"],
  async run({ words, values, server }) {
    return serveHook({ words, values }, { find: () => server, given: server.url })
  },
}
