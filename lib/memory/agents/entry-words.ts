import { formatCount } from "../text/sentence"

interface CountedAgent {
  readonly entries: number
  /** True if the entries are those of its category's memory, because the agent has no files of its own. */
  readonly shared: boolean
}

/** Returns the number of an agent's entries with what is counted: "12 entries", "no entries of its own; loads 28 shared entries". */
export const agentEntriesWords = ({ entries, shared }: CountedAgent): string =>
  shared
    ? `no entries of its own; loads ${formatCount(entries, "shared entry")}`
    : formatCount(entries, "entry")
