import { count } from "@/components/data/count"
import { Tag } from "@/components/ui/tag"
import { type ListedFile, stateOf } from "./listed-file"

/** A tag for the worst state of a file. Renders nothing if the file has no problems. */
export function FileStateTag({ file }: { file: ListedFile }) {
  switch (stateOf(file)) {
    case "gone":
      return <Tag>removed</Tag>
    case "broken":
      return <Tag tone="danger">malformed</Tag>
    case "past-cut":
      return <Tag tone="danger">{count(file.below, "line")} not loaded</Tag>
    case "over-budget":
      return <Tag tone="caution">{count(file.lines - (file.budget ?? 0), "line")} over budget</Tag>
    case "problems":
      return <Tag tone="caution">{count(file.problems, "problem")}</Tag>
    case "fine":
      return null
  }
}
