const WINDOW_MS = 2 * 60_000
const FEWEST = 5
const SHARE = 0.8

/**
 * Returns the files whose times only show when they were copied or checked out: at least five files, and four
 * in five of all, modified within two minutes. Empty if fewer files share a time.
 */
export function copiedTogether<File extends { readonly modifiedAt?: Date | undefined }>(
  files: readonly File[],
): Set<File> {
  const timed = files
    .flatMap((file) => (file.modifiedAt === undefined ? [] : [{ file, time: file.modifiedAt.getTime() }]))
    .toSorted((a, b) => a.time - b.time)
  let best = { from: 0, to: 0 }
  let from = 0
  for (let to = 1; to <= timed.length; to += 1) {
    const last = timed[to - 1]?.time ?? 0
    while (last - (timed[from]?.time ?? 0) > WINDOW_MS) from += 1
    if (to - from > best.to - best.from) best = { from, to }
  }
  const size = best.to - best.from
  if (size < FEWEST || size < timed.length * SHARE) return new Set()
  return new Set(timed.slice(best.from, best.to).map(({ file }) => file))
}
