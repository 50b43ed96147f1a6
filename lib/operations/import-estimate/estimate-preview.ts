import type { ImportItemView } from "../import/import-outputs"
import { type ExpectedFindings, Estimator, type EstimatedFile } from "./estimator"

interface Previewed {
  readonly teamId: string
  readonly source: string
  readonly items: readonly ImportItemView[]
  /** Files that exist after the import. */
  readonly present: readonly { readonly path: string; readonly projectName: string | null }[]
  /** Files whose bytes are known. */
  readonly planned: readonly EstimatedFile[]
}

/**
 * Returns the findings that the files of a preview would cause together. Files sent in other requests are not
 * compared.
 */
export async function estimatePreview({
  teamId,
  source,
  items,
  present,
  planned,
}: Previewed): Promise<ExpectedFindings> {
  const estimator = await Estimator.of(teamId, { source, present, now: new Date() })
  await estimator.add(planned)
  await estimator.addSetAside(items.filter(({ status }) => status === "set-aside"))
  return estimator.finish()
}
