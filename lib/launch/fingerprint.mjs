import { createHash } from "node:crypto"
import { readdirSync, readFileSync, statSync } from "node:fs"
import { join } from "node:path"

/** Returns one hash of names and content of `paths` (files or folders; missing ones count as empty). Dates do not count. */
export function fingerprint(base, paths) {
  const hash = createHash("sha256")
  for (const path of paths.flatMap((start) => listFiles(base, start))) {
    const bytes = readFileSync(join(base, path))
    hash.update(`${path}\0${bytes.length}\0`).update(bytes)
  }
  return hash.digest("hex")
}

function listFiles(base, path) {
  const found = statSync(join(base, path), { throwIfNoEntry: false })
  if (!found) return []
  if (found.isFile()) return [path]
  return readdirSync(join(base, path))
    .toSorted()
    .flatMap((name) => listFiles(base, `${path}/${name}`))
}
