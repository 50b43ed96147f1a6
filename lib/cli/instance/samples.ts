import { command, type Command, wrongForm } from "../infra/command"
import { confirm } from "../infra/confirm"
import { refuse } from "../infra/exit-codes"
import { visible } from "../infra/terminal-text"

const NONE = "There are no sample teams"

export const samplesRemoveCommand: Command = command({
  name: "samples remove",
  form: "samples remove [--yes] [--json]",
  about: "delete the sample teams and everything in them",
  purpose: "settings",
  words: [0, 0],
  options: { yes: { about: "do not ask for confirmation" } },
  notes:
    "Your own teams are kept. Only the Quarterdeck owner can remove the sample teams. This cannot be undone.",
  examples: ["samples remove", "samples remove --yes --json"],
  async run({ on, server }) {
    const { teams } = await server.call("team.list", {})
    const samples = teams.filter((one) => one.sample).map(({ name }) => visible(name))
    if (samples.length === 0) return { json: { teams: [] }, text: NONE }
    const sure = on.has("yes") || (await confirm(`Delete ${samples.join(" and ")} and all associated data?`))
    if (sure === null)
      throw wrongForm(samplesRemoveCommand, "cannot ask for confirmation without a terminal: pass --yes")
    if (!sure) throw refuse("cancelled", "the sample teams were not removed")
    const removed = await server.callOnce("samples.remove", {})
    return {
      json: { ...removed },
      text: removed.teams.length === 0 ? NONE : `Removed ${removed.teams.map(visible).join(" and ")}`,
    }
  },
})
