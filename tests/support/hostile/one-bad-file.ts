import { asOwner } from "../data/owner"
import { memoryOf, memoryPath } from "../imports/memory-folder"

/**
 * A file that must not stop an import. `refusedWith`: the SQLSTATE with which the database refuses its text.
 */
export interface BadFile {
  readonly kind: string
  readonly path: string
  readonly content: string | Uint8Array
  readonly becomes: "set-aside" | "stored"
  /** Matches its reason or one of its diagnostics. */
  readonly says: RegExp
}

/** Sorted between the valid files, so that there are batches before and after it. */
const ROOT = "m0500-bad"
const memory = (name: string) => `${ROOT}/${memoryPath(name)}`
const store = (name: string) => `${ROOT}/memory/teams/${name}/memory.json`
const daily = (name: string) => `${ROOT}/memory/${name}.md`
const slug = (kind: string) => kind.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-")

/** The message for each SQLSTATE. */
const REFUSALS: Readonly<Record<string, RegExp>> = {
  "21000": /unexpected error/,
  "22000": /value that the database cannot store/,
  "22001": /too long/,
  "22003": /number.*out of range/,
  "22007": /date/,
  "22008": /date/,
  "22021": /character that the database cannot store/,
  "22032": /value that the database cannot store/,
  "22P02": /value that the database cannot store/,
  "22P05": /character that the database cannot store/,
  "23502": /database constraint does not allow it/,
  "23503": /removed/,
  "23505": /same (?:name|path)/,
  "23514": /database constraint does not allow it/,
  "40001": /other writes/,
  "40P01": /other writes/,
  "53200": /too large/,
  "54000": /too long|too large/,
  "54001": /too many|too large/,
  "54011": /too many|too large/,
  "54023": /too many|too large/,
  "55P03": /other writes/,
  "57014": /too long/,
  P0001: /rejected/,
  XX000: /unexpected error/,
}

export const REFUSED_BY_STORE: readonly BadFile[] = Object.entries(REFUSALS).map(([code, says]) => ({
  kind: `the database raises ${code}`,
  path: memory(`raises-${code.toLowerCase()}`),
  content: memoryOf("bad", [`Raises SQLSTATE_${code}`]),
  becomes: "set-aside",
  says,
}))

/** Adds a trigger that refuses entries containing an SQLSTATE with that error. */
export async function refuseNamedStates(): Promise<void> {
  await asOwner(`
    CREATE FUNCTION refuse_named_state() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      RAISE EXCEPTION 'relation "entry" violates "entry_pkey" near SELECT' USING ERRCODE = substring(NEW.text FROM 'SQLSTATE_([0-9A-Z]{5})');
    END $$;
    CREATE TRIGGER entry_refused BEFORE INSERT ON entry FOR EACH ROW WHEN (NEW.text ~ 'SQLSTATE_[0-9A-Z]{5}') EXECUTE FUNCTION refuse_named_state();`)
}

const frontmatter = (yaml: string) => `---\n${yaml}\n---\n\n## What Worked\n- [2026-01-02] It worked\n`
const entry = (json: string) =>
  `{"version": "1.0", "entries": [{"id": "a", "content": "fine", "type": "decision", ${json}}]}`
const bytes = (...values: number[]) => Buffer.from(values)
const words = (count: number) => Array.from({ length: count }, (_, place) => `word${place}`).join(" ")

type Listed = readonly [
  kind: string,
  at: (name: string) => string,
  content: string | Uint8Array,
  says: RegExp,
]

const SET_ASIDE: readonly Listed[] = [
  ["a stray byte", memory, Buffer.concat([Buffer.from("- one "), bytes(0xff)]), /not valid UTF-8/],
  ["Latin-1", memory, Buffer.from("- café crème\n", "latin1"), /not valid UTF-8/],
  ["UTF-16", memory, Buffer.concat([bytes(0xff, 0xfe), Buffer.from("- one\n", "utf16le")]), /UTF-16/],
  ["a NUL byte", memory, "- one\0two\n", /NUL/],
  ["more entries than a file may have", memory, "- a\n".repeat(150_000), /maximum per memory file/],
]

const STORED: readonly Listed[] = [
  ["session count 1e308", memory, frontmatter("agent: x\nsession_count: 1e308"), /1e308 is out of range/],
  ["session count past int4", memory, frontmatter("agent: x\nsession_count: 2147483648"), /out of range/],
  [
    "session count past 2^53",
    memory,
    frontmatter("agent: x\nsession_count: 9007199254740993"),
    /out of range/,
  ],
  ["negative session count", memory, frontmatter("agent: x\nsession_count: -1"), /-1 is out of range/],
  ["session count NaN", memory, frontmatter("agent: x\nsession_count: .nan"), /Session count/],
  ["access count 1e308", store, entry('"accessed_count": 1e308'), /1e\+?308 is out of range/],
  ["access count below zero", store, entry('"accessed_count": -5'), /-5 is out of range/],
  ["confidence 1e999", store, entry('"confidence": 1e999'), /confidence/],
  ["day 2026-02-30", daily, "# Log\n- one\n", /2026-02-30/],
  ["day 9999-12-31", daily, "# Log\n- one\n", /9999-12-31/],
  ["day 0000-01-01", daily, "# Log\n- one\n", /0000-01-01/],
  [
    "entry dates out of range",
    memory,
    "## What Worked\n- [9999-12-31] far\n- [0001-01-01] old\n",
    /9999-12-31/,
  ],
  ["JSON date in year 0", store, entry('"created_at": "0000-01-01T00:00:00Z"'), /0000-01-01/],
  ["JSON date in year 275760", store, entry('"created_at": "+275760-09-13"'), /275760/],
  ["agent name of 5,000 letters", memory, frontmatter(`agent: ${"n".repeat(5000)}`), /too long/],
]

const named = (becomes: BadFile["becomes"], listed: readonly Listed[]): BadFile[] =>
  listed.map(([kind, at, content, says]) => ({
    kind,
    path: at(kind.startsWith("day ") ? kind.slice(4) : slug(kind)),
    content,
    becomes,
    says,
  }))

/** Valid texts that once stopped an import or are close to a limit of PostgreSQL. */
const UNUSUAL: readonly Listed[] = [
  ["an entry of 120,000 words", memory, `- ${words(120_000)}\n`, /./],
  ["a word of 300,000 letters", memory, `- ${"記憶".repeat(150_000)}\n`, /./],
  ["a line of 3,000,000 letters", memory, `- ${"a".repeat(3_000_000)}\n`, /./],
  ["an id of 100 KB", store, `{"entries": [{"id": "${"i".repeat(100_000)}", "content": "x"}]}`, /./],
  ["arrays 20,000 deep", store, `${"[".repeat(20_000)}${"]".repeat(20_000)}`, /./],
  ["30,000 entries", memory, "- a\n".repeat(30_000), /./],
]

export const BAD_FILES: readonly BadFile[] = [
  ...REFUSED_BY_STORE,
  ...named("set-aside", SET_ASIDE),
  ...named("stored", STORED),
]
export const UNUSUAL_FILES: readonly BadFile[] = named("stored", UNUSUAL)

/** Valid files sorted before and after the bad one, some with agents and projects of their own. */
export function healthyFiles(count: number): Record<string, string> {
  return Object.fromEntries(
    Array.from({ length: count }, (_, place) => {
      const name = `m${String(Math.round((place * 1000) / count)).padStart(4, "0")}-${place}`
      return [
        `${name}/${memoryPath(`agent-${place % 50}`)}`,
        memoryOf(`agent-${place % 50}`, [`Fact ${place}`]),
      ]
    }),
  )
}

/** Internal texts of a database or a library that must not be shown to users. */
export const INTERNAL_TEXT =
  /prisma|sqlstate|violates|near SELECT|relation "|Code: `|invocation|driver ?adapter|jsonb|tsvector|was not prepared|undefined|\[object|at [\w.]+ \(|\b(?:22|23|40|53|54|55|57)[0-9A-Z]{3}\b/i
