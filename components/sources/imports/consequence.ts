import { count } from "@/components/data/count"
import type { FileCounts } from "../source"

/** What starting the import does: "Import: writes 412 new and 3 changed files, marks 2 gone". */
export function consequenceOf(files: FileCounts): string {
  const written = writtenWords(files)
  const gone = files.gone > 0 ? `marks ${files.gone.toLocaleString("en")} gone` : ""
  if (written === "" && gone === "")
    return files.same > 0 ? "Finish: nothing changed" : "Finish: no memory found"
  return `Import: ${[written === "" ? "" : `writes ${written}`, gone].filter(Boolean).join(", ")}`
}

/** "412 new and 3 changed files"; empty where there are none. */
export function writtenWords(files: FileCounts): string {
  if (files.new > 0 && files.changed > 0)
    return `${files.new.toLocaleString("en")} new and ${count(files.changed, "changed file")}`
  if (files.new > 0) return count(files.new, "new file")
  return files.changed > 0 ? count(files.changed, "changed file") : ""
}
