import type { AlertKind } from "@/lib/memory/alerts/kinds"

interface KindWords {
  /** What it means, as the head of the item. */
  readonly title: string
  /** What a person can do about it, and when it goes away. */
  readonly wayOut: string
}

export const KIND_WORDS: Record<AlertKind, KindWords> = {
  "past-cut": {
    title: "Lines that no agent sees",
    wayOut:
      "Take out what no longer holds, or move detail into a file of its own, until the last line stands before the cut.",
  },
  malformed: {
    title: "Nothing in this file could be understood",
    wayOut:
      "Mend the line where the file comes from, then import the source again. The text is stored as it is; no entry of it is known until then.",
  },
  secret: {
    title: "A secret stands in this file",
    wayOut:
      "The file was not stored. Take the secret out where the file comes from, change it wherever it opens something, then import again.",
  },
  "invisible-characters": {
    title: "Characters that nobody can see",
    wayOut:
      "Look at each marked place: take the characters out where they carry nothing, and ask who wrote them where they carry words.",
  },
  "instruction-like": {
    title: "Entries read like instructions to the agent",
    wayOut: "Verify each entry that is harmless. Retire the others. Agents get none of them until then.",
  },
  unchecked: {
    title: "Could not be checked",
    wayOut:
      "Quarterdeck tries again tomorrow, and when the file changes. Until then its other alerts stay as they were. Look for very long lines or deep nesting in the file, or split it.",
  },
  "set-aside": {
    title: "This file was not imported",
    wayOut:
      "Put it right as the reason says, then import the source again. Everything else of that import went on.",
  },
  "bad-frontmatter": {
    title: "Its head says what it must not",
    wayOut:
      "Put the named lines of the frontmatter right where the file comes from, then import the source again. Its entries are known meanwhile.",
  },
  "over-budget": {
    title: "More lines than its budget",
    wayOut:
      "All of it is still loaded. Trim it before the harness does: what is stale or said twice goes first.",
  },
  "run-cache-over": {
    title: "More runs than the cache keeps",
    wayOut:
      "The oldest are dropped when the cache is next written. Keep a lesson that still holds as an entry before that.",
  },
  "filling-up": {
    title: "Soon full",
    wayOut: "Nothing is lost yet. Trim it now, while there is time to choose what goes.",
  },
  "never-loaded": {
    title: "Its memory reaches nobody",
    wayOut:
      "No harness has said that it loaded this memory. Install the hook where the agent runs, or look whether it reads another place.",
  },
  "old-revision-loaded": {
    title: "An old text is loaded",
    wayOut:
      "The harness still reads an earlier revision. Write the file back to where the agent runs, or look at what it reads instead.",
  },
  "broken-reference": {
    title: "It points at what is not there",
    wayOut:
      "Put the link right, or take the line out. A topic file that no index names is never found by an agent.",
  },
  "link-broken": {
    title: "A link leads nowhere, or elsewhere",
    wayOut: "Make the link again where the harness looks for it, so that all of them read one text.",
  },
  "cold-agent": {
    title: "It starts with nothing",
    wayOut: "Others know what it would need. Give it a beginning from its predecessor or its category.",
  },
  flood: {
    title: "Far more proposals than it used to make",
    wayOut:
      "Look at a few of them: an agent in a loop, or fed with something odd, writes like this. What one agent wrote can be taken back at once.",
  },
  silence: {
    title: "It proposes nothing any more",
    wayOut: "Look whether it still runs, and whether its access token still holds.",
  },
  "compaction-overdue": {
    title: "Logs wait to be condensed",
    wayOut: "Bring what lasts from the daily logs into the curated memory; what was of the day may go.",
  },
  "coach-overdue": {
    title: "The coach has not looked for long",
    wayOut:
      "Let the coach run, and publish its brief. Where nobody reads briefs, set the policy so that none is due.",
  },
  "log-missing": {
    title: "Today has no log",
    wayOut: "It goes away with the first line that an agent writes today.",
  },
  "stale-file": {
    title: "Nobody has touched this for long",
    wayOut: "Say of what still holds that it does; retire what does not.",
  },
  "stale-entries": {
    title: "Entries that may no longer hold",
    wayOut: "Say of those that still hold that they do; retire the others.",
  },
  "undated-entries": {
    title: "Entries without a date",
    wayOut:
      "Give them the day on which they were found, as the others of the file have it: without one nobody can tell what is old.",
  },
  "unverified-entries": {
    title: "Nobody vouches for these any more",
    wayOut: "Read them. Say of those that still hold that they do; retire the others.",
  },
  duplicate: {
    title: "Several agents say the same",
    wayOut: "Let the category or the team say it once, and take the copies out.",
  },
  "restates-instructions": {
    title: "The instructions say this already",
    wayOut: "It is loaded twice. Take it out here.",
  },
  "session-noise": {
    title: "Notes of a session, not knowledge",
    wayOut: "Take out what only told how a session went: it costs room in every later one.",
  },
  "section-missing": {
    title: "A section is missing",
    wayOut: "Add the heading where the file comes from, also if nothing stands under it yet.",
  },
  "section-unknown": {
    title: "A section that its format does not know",
    wayOut: "Its entries are known. Move them under one of the sections that agents are told of.",
  },
  empty: {
    title: "There is nothing in it",
    wayOut: "Seed it from a predecessor or from its category, or take the file out.",
  },
  sparse: {
    title: "There is hardly anything in it",
    wayOut: "Look what its siblings know, and seed it with what holds for it too.",
  },
  gone: {
    title: "Its source no longer has this file",
    wayOut:
      "Nothing was deleted: its text, entries and history are here. If it only moved, import its new place.",
  },
}
