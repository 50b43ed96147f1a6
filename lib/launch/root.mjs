import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"

/** Absolute path of the clone. Every script works in it, wherever it was called from. */
export const root = join(dirname(fileURLToPath(import.meta.url)), "..", "..")
