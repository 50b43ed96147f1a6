import { isAgent } from "@/lib/memory/actor"
import { operation } from "../operation"
import { assembleContext } from "./assemble"
import { contextInput, contextView } from "./views"

export const showContext = operation({
  name: "context.show",
  summary:
    "What an agent is told at the start of a session or before a task: the best of what it loads, within a budget, each statement with file and line, and what was left out and why.",
  method: "GET",
  path: "/context",
  right: "read",
  tool: {
    name: "memory_context",
    title: "Get context",
    about:
      "Call it before a task, with the task in a sentence: what memory says of it comes first, cited. At the start of a session memory_session_start gives the same and keeps a receipt.",
  },
  example: { project: "ledger", agent: "unit-tester", task: "make webhooks retry", budget: 1_000 },
  input: contextInput,
  output: contextView,
  run: (actor, input) => assembleContext(actor, input, { delivers: isAgent(actor) }),
})
