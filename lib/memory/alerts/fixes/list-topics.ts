import type { ProposedChange } from "../../proposals/proposed-change"
import { formatCount } from "../../numbers/format-count"
import { linksIn } from "../../memory-files/links-between-files"
import { unlistedTopics } from "../file/broken-references"
import type { SuggestedFix, ParsedFixFacts } from "./facts"
import { indexLine } from "./index-line"
import { describeRemaining, tryChanges } from "./trial"

/** Suggests an index line for each topic file that the index does not link to. */
export function listTopics(sick: ParsedFixFacts): SuggestedFix | null {
  const { file } = sick
  const folder = file.path.slice(0, file.path.lastIndexOf("/") + 1)
  const names = unlistedTopics
    .find(file, sick.settings, sick.today)
    .flatMap(({ evidence }) => evidence.names ?? [])
  const section =
    sick.entries.findLast((entry) => linksIn(entry.text, file.path).length > 0)?.section ??
    sick.file.sections[0]?.name ??
    null
  const adds = names.map((name): ProposedChange => {
    const topic = sick.topics.find(({ path }) => path === folder + name)
    return {
      kind: "add",
      section,
      text: indexLine({ name, title: topic?.title ?? name.replace(/\.\w+$/, ""), hook: topic?.hook ?? null }),
      date: null,
    }
  })
  const trial = tryChanges(sick, adds)
  return (
    trial && {
      cure: "list-topics",
      label: "Add topic files to the index",
      consequence: `adds ${formatCount(trial.changes.length, "line")} to the index, based on the ${trial.changes.length === 1 ? "title of the file" : "titles of the files"}${describeRemaining(trial.left)}`,
      proposals: [
        {
          path: file.path,
          makes: false,
          changes: trial.changes,
          reason: "The index does not link to the topic file, so agents do not find it.",
        },
      ],
    }
  )
}
