import { z } from "zod"
import { knownFiles, type KnownFile } from "@/lib/db/memory-files/list"
import {
  bytesKey,
  findClient,
  heldBeside,
  movedWith,
  namesAmong,
  openConflictsOf,
  type OpenConflict,
  projectsOf,
  revisionsWith,
} from "@/lib/db/sources/sync"
import { endedKey, endedSessions } from "@/lib/db/sessions/session-memory"
import { CAPS } from "@/lib/files/caps"
import { locator } from "@/lib/formats/identify"
import { done, type Outcome, refused } from "@/lib/memory/inputs/outcome"
import { holderOf } from "@/lib/memory/sources/placement"
import { addRules } from "@/lib/memory/sources/source-rules"
import { ENDED_WITH_ITS_SESSION, isAccountedFor, whySame } from "../import/item-rows"
import { indexByPath } from "../import/plan/offered-rows"
import { takenAs } from "../import/rules-input"
import { operation } from "../operation"
import { madeBeside } from "./made-beside"
import { syncPlace } from "./place"
import { type Drift, drift, sha256, syncInput } from "./sync-outputs"

const compareInput = syncInput.extend({
  files: z
    .array(
      z.object({
        path: z.string().min(1),
        sha256,
        project: z
          .string()
          .optional()
          .describe("The project that its path suggests, if it differs from the folder's"),
      }),
    )
    .max(CAPS.files),
  others: z
    .array(z.string())
    .max(CAPS.files)
    .default([])
    .describe("Paths that cannot be read or are not memory. An unreadable folder ends with a slash"),
  roots: z
    .array(z.object({ format: z.string(), root: z.string() }))
    .max(CAPS.files)
    .default([])
    .describe("Memory formats of the folder, and in which subfolders"),
  proposed: z.string().min(1).max(200).describe("The project that the folder's name suggests"),
  takenAs: takenAs
    .max(100)
    .default([])
    .describe("What files of the folder are from now on: compared with these rules, which a push remembers"),
  says: z
    .string()
    .min(1)
    .max(200)
    .optional()
    .describe(
      "The one project that its Kaizen files name. Used if it exists and none matches the folder's name",
    ),
})
type CompareInput = z.output<typeof compareInput>

export const compareFolder = operation({
  name: "sync.compare",
  summary:
    "Compare a folder on another machine with Quarterdeck: what would be pushed, pulled, or in conflict. Writes nothing.",
  method: "POST",
  path: "/sync/compare",
  right: "sync",
  unguarded: ["files", "others", "roots"],
  input: compareInput,
  output: drift,
  async run(actor, input) {
    const place = await syncPlace(actor, input)
    if (!place.ok) return place
    const { team, bound } = place.value
    const named = bound?.name ?? input.project ?? null
    if (team === null) return done(allNew(input, named))
    return compare({ teamId: team.id, team: team.slug, named }, input)
  },
})

/** Where nothing is stored yet. */
const allNew = (input: CompareInput, named: string | null): Drift => ({
  ...NOTHING,
  team: null,
  projects: [named ?? input.proposed],
  named: null,
  push: input.files.map(({ path }) => ({ path, why: "new" as const, file: null, head: null, base: null })),
  takenAs: input.takenAs,
})

const NOTHING = {
  pull: [],
  gone: [],
  remove: [],
  released: [],
  conflicts: [],
  left: [],
  take: [],
  same: 0,
  takenAs: [],
} satisfies Partial<Drift>

interface Compared {
  readonly teamId: string
  /** The team's slug. */
  readonly team: string
  /** The project that everything belongs to, by name; null where the folder may have files of several. */
  readonly named: string | null
}

async function compare(
  { teamId, team, named: asked }: Compared,
  input: CompareInput,
): Promise<Outcome<Drift>> {
  const source = await findClient(teamId, input.source)
  const sourceId = source?.id ?? null
  const rules = addRules(source?.takenAs ?? [], input.takenAs)
  const held = sourceId === null ? [] : await projectsOf(teamId, sourceId)
  const suggested = [...new Set([input.proposed, ...input.files.flatMap((file) => file.project ?? [])])]
  const said =
    asked === null &&
    held.length === 0 &&
    input.says !== undefined &&
    isOnlyOne(await namesAmong(teamId, [...suggested, input.says]), input.says)
      ? input.says
      : null
  const named = asked ?? said
  const projects = named !== null ? [named] : held.length > 0 ? held : suggested
  if (projects.length > 1 && input.files.length === 0 && held.length === 0)
    return refused("invalid", "choose the project with --project")
  const from = { sourceId: sourceId ?? NOBODY, strict: true }
  const known = (await knownFiles(teamId, { sourceId, projectNames: projects, from })).filter(
    (file) => named === null || file.projectName === named,
  )
  const [byPath, open] = [
    indexByPath(known, sourceId ?? NOBODY, named),
    sourceId === null ? new Map<string, OpenConflict>() : await openConflictsOf(teamId, sourceId),
  ]
  const holder = holderIn(input)
  const storedAt = (path: string) => byPath.get(path) ?? madeBelow(byPath.get(holder + path))
  const behind = await revisionsWith(
    teamId,
    input.files.flatMap(({ path, sha256 }) => {
      const stored = storedAt(path)
      return stored && stored.base === "" && stored.sha256 !== sha256 ? [{ file: stored.id, sha256 }] : []
    }),
  )
  const found: Drift = {
    ...structuredClone(NOTHING),
    team,
    projects,
    named: said,
    push: [],
    takenAs: [...rules],
  }
  const ended = await endedSessions(teamId, projects)
  const locate = locator(
    input.files.map((file) => file.path),
    holder,
    { takenAs: rules },
  )
  for (const file of input.files) {
    const session = locate(file.path)[0]?.location
    const project = named ?? file.project ?? input.proposed
    if (session?.scope === "session" && ended.has(endedKey(project, session.subject ?? "")))
      found.left.push({ path: file.path, reason: ENDED_WITH_ITS_SESSION })
    else meet(found, file, { stored: storedAt(file.path), open, behind })
  }
  const offered = new Set([...input.files.map((file) => file.path), ...input.others])
  takeStock(
    found,
    known.filter((file) => file.held && !isAccountedFor(file.path, offered)),
  )
  const others = known.filter(
    (file) =>
      !file.held &&
      file.state !== "gone" &&
      byPath.get(file.path) === file &&
      projects.includes(file.projectName),
  )
  const stored = input.files.flatMap(({ path }) => storedAt(path) ?? [])
  const [beside, moved] = await Promise.all([
    heldBeside(
      teamId,
      sourceId,
      stored.map((file) => file.id),
      others.map((file) => file.id),
    ),
    movedWith(
      teamId,
      sourceId,
      stored.map((file) => file.id),
      others.map((file) => file.id),
    ),
  ])
  const isBeside = madeBeside({ holder, paths: input.files.map((file) => file.path), stored, known })
  bringNew(found, others, {
    input,
    holder,
    offered,
    beside,
    moved,
    isBeside,
    fresh: named !== null && held.length === 0,
  })
  const coming = new Set(found.pull.map(({ file }) => file))
  const apart = others.filter(
    ({ id, path }) =>
      moved.has(id) && !coming.has(id) && !offered.has(placeBelow({ path, sourceId: null }, holder)),
  )
  if (apart.length > 0)
    keepAll(
      found,
      apart.map(({ path }) => path),
    )
  return done(found)
}

const isOnlyOne = (names: ReadonlySet<string>, name: string): boolean => names.size === 1 && names.has(name)

/** The source of a folder that was never pushed. */
const NOBODY = "00000000-0000-0000-0000-000000000000"

interface Met {
  readonly stored: KnownFile | undefined
  readonly open: ReadonlyMap<string, OpenConflict>
  /** Bytes that an earlier revision has, of files that the folder never exchanged. */
  readonly behind: ReadonlySet<string>
}

/** One file that the folder has. */
function meet(
  found: Drift,
  { path, sha256 }: { path: string; sha256: string },
  { stored, open, behind }: Met,
): void {
  if (stored === undefined)
    return void found.push.push({ path, why: "new", file: null, head: null, base: null })
  const { id: file, sha256: head, base, held } = stored
  const known = { file, head, base: base === "" ? null : base }
  const unchanged = sha256 === base || behind.has(bytesKey({ file, sha256 }))
  const conflict = open.get(file)
  if (stored.state === "gone") {
    if (stored.takenAway && (sha256 === head || (held && sha256 === base)))
      return void found.remove.push({ file, path, sha256 })
    const why =
      stored.takenBack && (sha256 === head || sha256 === base)
        ? whySame({ ...stored, goneElsewhere: false })
        : stored.goneElsewhere && sha256 === base
          ? whySame({ ...stored, takenBack: false })
          : null
    if (why === null)
      found.push.push({
        path,
        why: "back",
        ...known,
        ...(stored.takenAway
          ? {
              note: `${path} changed here after a migration moved it in Quarterdeck: a push restores it with that text, beside the file that replaced it. Migrate again to merge both`,
            }
          : {}),
      })
    else found.left.push({ path, reason: why })
    return
  }
  if (
    (sha256 === head || unchanged) &&
    (!held || (sha256 === head && base !== head) || conflict !== undefined)
  )
    found.take.push({ file, path, sha256 })
  if (sha256 === head) found.same += 1
  else if (unchanged) found.pull.push({ file, path, sha256: head, replaces: sha256 })
  else if (conflict?.theirs === sha256 && conflict.ours === head)
    found.conflicts.push({
      path,
      conflict: conflict.id,
      reason: `${path} was changed in Quarterdeck and in the folder: the conflict is in the Inbox`,
    })
  else found.push.push({ path, why: base === head ? "changed" : "both", ...known })
}

/** Files that the folder had and has no more: gone, unless they went on here since. */
function takeStock(found: Drift, missing: readonly KnownFile[]): void {
  for (const { id: file, path, sha256, base, state, takenAway } of missing) {
    if (takenAway) found.released.push({ file, path })
    if (state === "gone") continue
    if (base === sha256) found.gone.push(path)
    else found.pull.push({ file, path, sha256, replaces: null })
  }
}

interface Fresh {
  readonly input: CompareInput
  readonly holder: string
  readonly offered: ReadonlySet<string>
  /** What copies of the folder have. */
  readonly beside: ReadonlySet<string>
  /** What migrations made of files of the folder, or took away for them. */
  readonly moved: ReadonlySet<string>
  /** What was made here lies beside what the folder keeps. */
  readonly isBeside: (file: KnownFile, path: string) => boolean
  readonly fresh: boolean
}

/**
 * Files that the folder never had: all that a copy of it on another machine has; what was made here, or came from elsewhere, where the
 * folder keeps memory of that kind; and what was made here beside what the folder keeps.
 */
function bringNew(
  found: Drift,
  files: readonly KnownFile[],
  { input, holder, offered, beside, moved, isBeside, fresh }: Fresh,
): void {
  const locate = locator([...pathsOf(input), ...files.map((file) => placeBelow(file, holder))], holder, {
    takenAs: found.takenAs,
  })
  const roots = new Set(input.roots.map(({ format, root }) => `${format}\0${root}`))
  const everything = fresh && roots.size === 0
  for (const stored of files) {
    const path = placeBelow(stored, holder)
    if (isAccountedFor(path, offered)) continue
    const root = locate(path).find((one) => one.format === stored.format)?.location.root
    // What the folder would not read as memory there would look removed to its next sync.
    if (
      everything ||
      beside.has(stored.id) ||
      (root !== undefined &&
        ((moved.has(stored.id) && liesWithin(stored, holder)) ||
          roots.has(`${stored.format}\0${root}`) ||
          isBeside(stored, path)))
    )
      found.pull.push({ file: stored.id, path, sha256: stored.sha256, replaces: null })
  }
}

/** A folder that is itself one of memory takes what lies inside it alone. */
const liesWithin = ({ path, sourceId }: KnownFile, holder: string): boolean =>
  holder === "" || sourceId !== null || path.startsWith(holder)

/** Where what a migration made cannot come, what it took away stays. */
function keepAll(found: Drift, places: readonly string[]): void {
  for (const { path } of found.remove.splice(0))
    found.left.push({
      path,
      reason: `moved by a migration in Quarterdeck to a file outside this folder (${places.join(", ")}): sync the parent folder`,
    })
}

const pathsOf = ({ files, others }: CompareInput): string[] => [
  ...files.map((file) => file.path),
  ...others.filter((path) => !path.endsWith("/")),
]

const holderIn = (input: CompareInput): string =>
  holderOf({ kind: "client", name: input.source }, pathsOf(input))

/** What was made here, which no folder has said yet that it has. */
const madeBelow = (file: KnownFile | undefined): KnownFile | undefined =>
  file?.sourceId === null ? file : undefined

/** Where a file lies in a folder that is itself one of memory: what was made here has that folder's name before its path. */
const placeBelow = ({ path, sourceId }: Pick<KnownFile, "path" | "sourceId">, holder: string): string =>
  holder !== "" && sourceId === null && path.startsWith(holder) ? path.slice(holder.length) : path
