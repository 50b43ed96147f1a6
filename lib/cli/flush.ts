import { type Command, textIn, wrongForm } from "./command"
import { PLACE_OPTIONS } from "./place-options"
import { AGENT } from "./taken"
import { visible } from "./visible"

export const flushCommand: Command = {
  name: "flush",
  form: "flush [AGENT] [--project P] --content TEXT [--session ID] [--team T] [--json]",
  about: "writes what must not be lost in an agent's log of today, at once",
  purpose: "agents",
  words: [0, 1],
  takes: [AGENT],
  options: {
    ...PLACE_OPTIONS,
    content: { value: "TEXT", about: "what is to be kept, as one item; - reads it from standard input" },
    session: { value: "ID", about: "the session that it comes from" },
  },
  notes:
    "Without AGENT, the agent of the access token. No curator has to approve it. The day is that of the server, in UTC.",
  examples: [
    "flush unit-tester --project ledger --content 'Half way through the retries; the test of signatures is next'",
  ],
  async run({ words, values, server, screen }) {
    if (values.content === undefined) throw wrongForm(flushCommand, "--content is missing")
    const { project, team, session } = values
    const written = await server.sendOnce<{ path: string; line: number; message: string | null }>(
      "POST",
      "/flush",
      { project, team, session, agent: words[0], content: await textIn(values.content) },
    )
    if (written.message) screen.say(written.message)
    return { json: { ...written }, text: `${visible(written.path)}:${written.line}` }
  },
}
