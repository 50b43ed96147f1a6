import type { ImportItemView } from "../import/import-outputs"
import { type Expected, Estimator, type PlannedFile } from "./estimator"

interface Previewed {
  readonly teamId: string
  readonly source: string
  readonly items: readonly ImportItemView[]
  /** Files that are there after the import. */
  readonly present: readonly { readonly path: string; readonly projectName: string | null }[]
  /** Files whose bytes are known. */
  readonly planned: readonly PlannedFile[]
}

/** Returns what the files of a preview are going to raise, with each other. Files that were sent with another request are not compared with these. */
export async function estimatePreview({
  teamId,
  source,
  items,
  present,
  planned,
}: Previewed): Promise<Expected> {
  const estimator = await Estimator.of(teamId, { source, present, now: new Date() })
  await estimator.add(planned)
  await estimator.addSetAside(items.filter(({ status }) => status === "set-aside"))
  return estimator.finish()
}
