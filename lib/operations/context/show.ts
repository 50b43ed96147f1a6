import { isAgent } from "@/lib/memory/teams/actor"
import { operation } from "../operation"
import { assembleContext } from "./assemble"
import { contextInput, contextView } from "./context-outputs"

export const showContext = operation({
  name: "context.show",
  summary:
    "Return an agent's context for a session start or a task: its highest-ranked entries within a budget, each with file and line, along with the entries that were left out and why.",
  method: "GET",
  path: "/context",
  right: "read",
  tool: {
    name: "memory_context",
    title: "Get context",
    about:
      "Call this tool before a task, with the task in one sentence. Matching entries come first, with citations. At session start, memory_session_start returns the same context and records a delivery.",
  },
  example: { project: "ledger", agent: "unit-tester", task: "make webhooks retry", budget: 1_000 },
  input: contextInput,
  output: contextView,
  run: (actor, input) => assembleContext(actor, input, { delivers: isAgent(actor) }),
})
