import { command, type Command, textIn, wrongForm } from "../infra/command"
import { PLACE_OPTIONS } from "../infra/place-options"
import { AGENT } from "../infra/option-values"
import { visible } from "../infra/terminal-text"

export const flushCommand: Command = command({
  name: "flush",
  form: "flush [AGENT] [--project P] --content TEXT [--session ID] [--team T] [--json]",
  about: "immediately write a note to an agent's log for today",
  purpose: "agents",
  words: [0, 1],
  takes: [AGENT],
  options: {
    ...PLACE_OPTIONS,
    content: { value: "TEXT", about: "text to save as one log item; - reads it from standard input" },
    session: { value: "ID", about: "the session that the note belongs to" },
  },
  notes:
    "Without AGENT, the command uses the access token's agent. No approval is needed. The date is the server's date in UTC.",
  examples: ["flush unit-tester --project ledger --content 'Retries half done; test the signatures next'"],
  async run({ words, values, server, screen }) {
    if (values.content === undefined) throw wrongForm(flushCommand, "--content is missing")
    const { project, team, session } = values
    const written = await server.callOnce("flush", {
      project,
      team,
      session,
      agent: words[0],
      content: await textIn(values.content),
    })
    if (written.message) screen.say(written.message)
    return { json: { ...written }, text: `${visible(written.path)}:${written.line}` }
  },
})
