import { readdirSync, readFileSync } from "node:fs"

/** Resident memory in bytes of the largest process of a tree, and of the whole tree without PostgreSQL. */
export interface Memory {
  readonly largest: number
  readonly whole: number
}

const PAGE = 4096

/** Reads /proc, so it only works on Linux. Skips processes that exit meanwhile. */
export function processMemory(root: number): Memory {
  const children = new Map<number, number[]>()
  const sizes = new Map<number, number>()
  for (const name of readdirSync("/proc")) {
    if (!/^\d+$/.test(name)) continue
    const stat = readStat(Number(name))
    if (!stat || stat.command.startsWith("postgres")) continue
    sizes.set(stat.pid, stat.bytes)
    children.set(stat.parent, [...(children.get(stat.parent) ?? []), stat.pid])
  }
  const tree: number[] = []
  for (const left = [root]; left.length > 0;) {
    const pid = left.pop() as number
    tree.push(pid)
    left.push(...(children.get(pid) ?? []))
  }
  const bytes = tree.map((pid) => sizes.get(pid) ?? 0)
  return { largest: Math.max(...bytes), whole: bytes.reduce((sum, one) => sum + one, 0) }
}

function readStat(pid: number): { pid: number; command: string; parent: number; bytes: number } | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, "utf8")
    const end = text.lastIndexOf(")")
    const fields = text.slice(end + 2).split(" ")
    return {
      pid,
      command: text.slice(text.indexOf("(") + 1, end),
      parent: Number(fields[1]),
      bytes: Number(fields[21]) * PAGE,
    }
  } catch {
    return null
  }
}

/** Counts of requests and their results. */
export class Tally {
  readonly byStatus = new Map<string, number>()
  readonly failures = new Map<string, { count: number; example: string }>()
  slowest = { what: "none", ms: 0 }
  overLimit = 0

  note(what: string, { status, ms, body }: { status: number; ms: number; body: string }): void {
    this.byStatus.set(String(status), (this.byStatus.get(String(status)) ?? 0) + 1)
    if (ms > this.slowest.ms) this.slowest = { what, ms }
    if (ms > LONGEST_MS) this.overLimit += 1
    if (status !== 0 && (status < 500 || status === 503)) return
    const key = `${status} ${what}`
    const before = this.failures.get(key)
    this.failures.set(key, {
      count: (before?.count ?? 0) + 1,
      example: before?.example ?? body.slice(0, 300),
    })
  }
}

/** Maximum duration of an operation. */
export const LONGEST_MS = 30_000
