import type { AlertKind } from "@/lib/memory/alerts/kinds"

interface KindWords {
  readonly title: string
  /** Advice on how to fix the cause of the alert. */
  readonly wayOut: string
  /** The advice for a single entry, if the other one is in the plural. */
  readonly wayOutOfOne?: string
}

/** Returns the advice on an alert. `entries`: the number of affected entries; 0 if it is not known. */
export function adviceFor(kind: AlertKind, entries: number): string {
  const { wayOut, wayOutOfOne } = ALERT_KIND_TEXT[kind]
  return entries === 1 ? (wayOutOfOne ?? wayOut) : wayOut
}

export const ALERT_KIND_TEXT: Record<AlertKind, KindWords> = {
  "past-cut": {
    title: "Lines not loaded",
    wayOut:
      "Remove outdated entries or move details to another file until the whole file is within the load limit.",
  },
  malformed: {
    title: "Parse errors in this file",
    wayOut:
      "Fix the line in the source file and re-import. The whole text is stored. Entries that could not be parsed are not indexed until then.",
  },
  secret: {
    title: "This file contains a secret",
    wayOut: "The file was not stored. Rotate the secret, remove it from the source file, and re-import.",
  },
  "invisible-characters": {
    title: "Hidden characters",
    wayOut:
      "Check each highlighted position and remove the characters. If they hide text, ask the author about it.",
  },
  "instruction-like": {
    title: "Entries read like instructions to the agent",
    wayOut:
      "Verify the harmless entries and remove the others. Until then, Quarterdeck sends none of them to agents, but a harness that loads this file still reads them.",
    wayOutOfOne:
      "Verify the entry if it is harmless. Otherwise remove it. Until then, Quarterdeck does not send it to agents, but a harness that loads this file still reads it.",
  },
  unchecked: {
    title: "This file could not be checked",
    wayOut:
      "Quarterdeck tries again tomorrow and when the file changes. Until then, the file’s other alerts stay as they are. Check the file for very long lines and deep nesting, or split it into smaller files.",
  },
  "set-aside": {
    title: "This file was not imported",
    wayOut: "Fix the reported problem and re-import the source. All other files were imported.",
  },
  "bad-frontmatter": {
    title: "Invalid or missing front matter",
    wayOut: "Fix the front matter in the source file and re-import. Entries are still indexed.",
  },
  "over-budget": {
    title: "Over the line budget",
    wayOut:
      "The whole file is still loaded. Trim it before it reaches the load limit, starting with stale and duplicate entries.",
  },
  "run-cache-over": {
    title: "Too many runs in the cache",
    wayOut:
      "The oldest runs are dropped at the next write. Before then, save any lessons that are still true as entries.",
  },
  "filling-up": {
    title: "Almost full",
    wayOut: "Nothing is truncated yet. Trim the file now, while you can still choose what to remove.",
  },
  "never-loaded": {
    title: "Memory never loaded",
    wayOut:
      "No harness has reported loading this memory. Install the hook where the agent runs, or check whether the agent reads another path.",
  },
  "old-revision-loaded": {
    title: "Outdated revision loaded",
    wayOut:
      "The harness loads an earlier revision. Write the file back to where the agent runs, or check which file the agent reads.",
  },
  "broken-reference": {
    title: "Broken reference",
    wayOut: "Fix the link or remove the line. Agents cannot find a topic file that no index links to.",
  },
  "link-broken": {
    title: "Broken or external symbolic link",
    wayOut: "Recreate the link where the harness looks for it, so that all harnesses read the same file.",
  },
  "cold-agent": {
    title: "No memory yet",
    wayOut: "Other agents have relevant knowledge. Seed this agent from its predecessor or category.",
  },
  flood: {
    title: "Unusually high number of proposals",
    wayOut:
      "Review a few of the proposals. The agent may be in a loop or may have received bad input. You can revert all of an agent’s writes at once.",
  },
  silence: {
    title: "No recent proposals",
    wayOut: "Check that the agent is still running and that its access token is still valid.",
  },
  "compaction-overdue": {
    title: "Daily logs need compaction",
    wayOut: "Add lasting findings from the daily logs to curated memory and skip the rest.",
  },
  "coach-overdue": {
    title: "No coach run in a while",
    wayOut:
      "Run the coach and publish its brief. If you don’t use briefs, change the policy so that none are due.",
  },
  "log-missing": {
    title: "No daily log today",
    wayOut: "Clears when an agent writes the first line of today’s log.",
  },
  "stale-file": {
    title: "Not updated in a long time",
    wayOut: "Verify entries that are still true and retire the rest.",
  },
  "stale-entries": {
    title: "Entries that may be outdated",
    wayOut: "Verify the ones that are still true and retire the rest.",
    wayOutOfOne: "Verify the entry if it is still true. Otherwise retire it.",
  },
  "undated-entries": {
    title: "Entries without a date",
    wayOut:
      "Add the date on which each entry was recorded, in the same format as in the rest of the file. Without a date, stale entries cannot be detected.",
  },
  "unverified-entries": {
    title: "Verification expired",
    wayOut: "Verify entries that are still true and retire the rest.",
    wayOutOfOne: "Verify the entry if it is still true. Otherwise retire it.",
  },
  duplicate: {
    title: "Same entry in several agents’ memory",
    wayOut: "Move the entry to category or team memory and remove the copies.",
  },
  "restates-instructions": {
    title: "Already in the instructions",
    wayOut: "The text is loaded twice. Remove it from this file.",
  },
  "session-noise": {
    title: "Session notes, not knowledge",
    wayOut: "Remove notes about a single session. They take up space in every later session.",
  },
  "section-missing": {
    title: "Missing section",
    wayOut: "Add the heading in the source file, even if the section is empty.",
  },
  "section-unknown": {
    title: "Unknown section",
    wayOut: "Entries are still indexed. Move them to a section that the format defines.",
  },
  empty: {
    title: "Empty file",
    wayOut: "Seed the file from a predecessor or a category, or remove it.",
  },
  sparse: {
    title: "Almost empty file",
    wayOut: "Check what other agents in the category know, and seed any entries that apply.",
  },
  gone: {
    title: "Removed from the source",
    wayOut:
      "Nothing was deleted: the text, entries and history are kept. If the file moved, import it from its new location.",
  },
}
