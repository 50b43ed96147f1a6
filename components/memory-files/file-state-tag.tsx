import { count } from "@/components/data/count"
import { Tag } from "@/components/ui/tag"
import { type ListedFile, stateOf } from "./listed-file"

/** What is to be said of a file in the list; nothing of one that is fine. */
export function FileStateTag({ file }: { file: ListedFile }) {
  switch (stateOf(file)) {
    case "gone":
      return <Tag>gone</Tag>
    case "broken":
      return <Tag tone="danger">broken</Tag>
    case "past-cut":
      return <Tag tone="danger">{count(file.below, "line")} never loaded</Tag>
    case "over-budget":
      return <Tag tone="caution">{count(file.lines - (file.budget ?? 0), "line")} over budget</Tag>
    case "problems":
      return <Tag tone="caution">{count(file.problems, "problem")}</Tag>
    case "fine":
      return null
  }
}
