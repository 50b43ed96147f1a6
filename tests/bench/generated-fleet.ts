import { mkdir, writeFile } from "node:fs/promises"
import { dirname, join } from "node:path"

/** Random numbers, the same on every machine for the same seed. */
export function numbers(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}

const SUBJECTS =
  "handler queue broker ledger invoice payment retry schema migration index cache session token webhook parser worker fixture snapshot pipeline gateway router config build deploy region tenant customer order shipment carrier label tariff scanner report export import queue topic partition offset consumer producer contract stub mock clock timezone currency rounding".split(
    " ",
  )
const VERBS =
  "needs breaks requires ignores doubles drops rejects accepts times-out-on leaks caches reads writes retries swallows logs hides validates truncates reorders".split(
    " ",
  )
const OBJECTS =
  "idempotent-keys named-exports UTC-dates integer-amounts strict-mode backoff-with-jitter a-schema-per-worker the-stub-broker port-4222 feature-flags soft-deletes composite-keys unique-constraints lowercase-names signed-URLs chunked-uploads cursor-paging rate-limits two-phase-commits a-dead-letter-queue".split(
    " ",
  )
const REASONS =
  "after a consumer restart|when the clock crosses midnight|on the staging cluster only|since the March migration|because the harness truncates it|as two incidents showed|unless the flag is on|in every tenant but the first|while a deploy is under way|under parallel load".split(
    "|",
  )
const CJK = [
  "支払い処理は冪等でなければならない",
  "測試資料庫在每次部署後重建",
  "배포 후에 캐시를 비워야 한다",
]
const SECTIONS = ["Project Context", "Accumulated Findings", "What Worked", "Watch Points", "Open Threads"]

/**
 * Writes `files` Kaizen memories with about `entries` entries each below `folder`, for several agents and
 * projects.
 */
export async function writeFleet(
  folder: string,
  { files, entries, seed = 1 }: { files: number; entries: number; seed?: number },
): Promise<{ bytes: number }> {
  const next = numbers(seed)
  let bytes = 0
  for (let file = 0; file < files; file += 1) {
    const agent = `${pick(SUBJECTS, next)}-${pick(["tester", "architect", "reviewer", "planner", "analyst"], next)}-${file}`
    const text = memory(agent, entries, next)
    const path = join(
      folder,
      `project-${String(file % 40).padStart(2, "0")}`,
      ".kaizen",
      "agents",
      agent,
      "memory.md",
    )
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, text)
    bytes += Buffer.byteLength(text)
  }
  return { bytes }
}

function memory(agent: string, entries: number, next: () => number): string {
  const lines = [
    "---",
    `agent: ${agent}`,
    "project: bench",
    `last_updated: ${date(next)}`,
    `session_count: ${Math.floor(next() * 90)}`,
    "---",
    "",
  ]
  for (const section of SECTIONS) {
    lines.push(`## ${section}`, "")
    for (let entry = 0; entry < entries / SECTIONS.length; entry += 1)
      lines.push(`- [${date(next)}] ${generatedStatement(next)}`)
    lines.push("")
  }
  lines.push("## Session Log", "")
  for (let session = 0; session < 5; session += 1)
    lines.push(`- ${date(next)} · ${pick(VERBS, next)} ${pick(SUBJECTS, next)} · done`)
  return `${lines.join("\n")}\n`
}

export function generatedStatement(next: () => number): string {
  if (next() < 0.02) return `${pick(CJK, next)} ${Math.floor(next() * 1e6)}`
  const words = [
    `The ${pick(SUBJECTS, next)} ${pick(SUBJECTS, next)} ${pick(VERBS, next)} ${pick(OBJECTS, next)} ${pick(REASONS, next)}`,
  ]
  if (next() < 0.5)
    words.push(
      `see \`src/${pick(SUBJECTS, next)}/${pick(SUBJECTS, next)}-${Math.floor(next() * 5000)}.ts\` and run ${Math.floor(next() * 1e6)}`,
    )
  return words.join("; ")
}

const JOINTS = "the a of in on when before after with from to never always is are must only because by".split(
  " ",
)
const SYLLABLES =
  "ba cor del fen gra hul im jat kel lom mer nop or pil quen ras sto tur ul vex wan yor zet".split(" ")

/**
 * Generates sentences of 6 to 22 words from a vocabulary with few common and many rare words, like memory of
 * agents.
 */
export function wordily(next: () => number, vocabulary = 20_000): () => string {
  const word = (place: number): string =>
    [...SUBJECTS, ...VERBS, ...OBJECTS][place] ??
    [place % 23, Math.floor(place / 23) % 23, Math.floor(place / 529) % 23]
      .map((at) => SYLLABLES[at])
      .join("") + (place > 12_000 ? String(place) : "")
  const words = Array.from({ length: vocabulary }, (_, place) => word(place))
  return () => {
    const length = 6 + Math.floor(next() * 17)
    return Array.from({ length }, (_, at) =>
      at % 3 === 1 ? pick(JOINTS, next) : (words[Math.floor(vocabulary ** next()) - 1] ?? "handler"),
    ).join(" ")
  }
}

function date(next: () => number): string {
  return new Date(Date.UTC(2025, 10, 1) + Math.floor(next() * 380) * 86_400_000).toISOString().slice(0, 10)
}

function pick<T>(from: readonly T[], next: () => number): T {
  return from[Math.floor(next() * from.length)] as T
}
