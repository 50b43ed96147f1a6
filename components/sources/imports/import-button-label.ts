import { count } from "@/components/data/count"
import type { FileCounts } from "../import-statuses"

/** Returns the button label: "Import: writes 412 new and 3 changed files, marks 2 as removed". */
export function importConsequence(files: FileCounts): string {
  const written = writtenWords(files)
  const gone = files.gone > 0 ? `marks ${files.gone.toLocaleString("en")} as removed` : ""
  if (written === "" && gone === "")
    return files.same > 0 ? "Finish import: no changes" : "Finish import: no memory files"
  return `Import: ${[written === "" ? "" : `writes ${written}`, gone].filter(Boolean).join(", ")}`
}

/** Returns the files to write: "412 new and 3 changed files". Empty if there are none. */
export function writtenWords(files: FileCounts): string {
  if (files.new > 0 && files.changed > 0)
    return `${files.new.toLocaleString("en")} new and ${count(files.changed, "changed file")}`
  if (files.new > 0) return count(files.new, "new file")
  return files.changed > 0 ? count(files.changed, "changed file") : ""
}
