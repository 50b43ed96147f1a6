import { createHash } from "node:crypto"
import { mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { z } from "zod"

const Kept = z.record(z.string(), z.string())

/**
 * Caches results of earlier runs by source text, in `dist/expressions.json`. A change of the checker
 * invalidates all results. `save` drops unused ones.
 */
export class Cache {
  readonly #file: string
  readonly #kept: ReadonlyMap<string, string>
  readonly #used = new Map<string, string>()
  readonly #version = readFileSync(fileURLToPath(import.meta.url), "utf8")

  constructor(root: string) {
    this.#file = join(root, "dist", "expressions.json")
    this.#kept = readKept(this.#file)
  }

  /** Returns the kept result of `work` on `text`, or does the work. The result must survive JSON. */
  result<Result>(text: string, shape: z.ZodType<Result>, work: () => Result): Result {
    const key = createHash("sha256").update(this.#version).update(text).digest("base64url")
    const kept = this.#kept.get(key)
    const result = kept === undefined ? work() : shape.parse(JSON.parse(kept))
    this.#used.set(key, kept ?? JSON.stringify(result))
    return result
  }

  save(): void {
    mkdirSync(dirname(this.#file), { recursive: true })
    writeFileSync(this.#file, JSON.stringify(Object.fromEntries(this.#used)))
  }
}

function readKept(file: string): Map<string, string> {
  try {
    return new Map(Object.entries(Kept.parse(JSON.parse(readFileSync(file, "utf8")))))
  } catch {
    return new Map()
  }
}
