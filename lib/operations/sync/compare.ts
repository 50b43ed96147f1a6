import { wholeTeamUnchecked } from "@/lib/memory/teams/visibility"
import { z } from "zod"
import { knownFiles, type KnownFile } from "@/lib/db/memory-files/store-files"
import {
  bytesKey,
  findClient,
  filesOfSameFolder,
  filesOfSameMigration,
  projectsAmong,
  openConflictsOf,
  type OpenConflict,
  projectsOf,
  revisionsWith,
} from "@/lib/db/sources/sync"
import { endedKey, endedSessions } from "@/lib/db/sessions"
import { IMPORT_LIMITS } from "@/lib/files/readable-file"
import { locator } from "@/lib/formats/format-detection"
import { done, type Outcome, refused } from "@/lib/memory/inputs/outcome"
import { prefixOfMemoryFolder } from "@/lib/memory/sources/project-assignment"
import { addRules } from "@/lib/memory/memory-files/format"
import { ENDED_WITH_ITS_SESSION, isAccountedFor, whySame } from "../import/file-status"
import { indexByPath } from "../import/plan/offered-files"
import { formatRules } from "../import/import-outputs"
import { operation } from "../operation"
import { createFolderCheck, syncPlace } from "./synced-folder"
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
          .describe("The project that the file's path suggests, if it differs from the folder's project"),
      }),
    )
    .max(IMPORT_LIMITS.files),
  others: z
    .array(z.string())
    .max(IMPORT_LIMITS.files)
    .default([])
    .describe("Paths that cannot be read or are not memory. Paths of unreadable folders end with a slash"),
  roots: z
    .array(z.object({ format: z.string(), root: z.string() }))
    .max(IMPORT_LIMITS.files)
    .default([])
    .describe("Memory formats in the folder, and the subfolders that contain them"),
  proposed: z.string().min(1).max(200).describe("The project that the folder's name suggests"),
  takenAs: formatRules
    .max(100)
    .default([])
    .describe(
      "Rules for the files in the folder. The comparison uses these rules, and a push remembers them",
    ),
  says: z
    .string()
    .min(1)
    .max(200)
    .optional()
    .describe(
      "The project named in the folder's Kaizen files, if they all name the same project. Used if that project exists and no project matches the folder's name",
    ),
})
type CompareInput = z.output<typeof compareInput>

export const compareFolder = operation({
  name: "sync.compare",
  summary:
    "Compare a folder on another machine with Quarterdeck to see what would be pushed or pulled, and what would conflict. Nothing is written.",
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

/** Returns the drift of a folder whose team does not exist yet. All files are new. */
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

interface ComparedTeam {
  readonly teamId: string
  /** Slug of the team. */
  readonly team: string
  /** Name of the project of all files. Null if the folder may have files of several projects. */
  readonly named: string | null
}

async function compare(
  { teamId, team, named: asked }: ComparedTeam,
  input: CompareInput,
): Promise<Outcome<Drift>> {
  const source = await findClient(wholeTeamUnchecked(teamId), input.source)
  const sourceId = source?.id ?? null
  const rules = addRules(source?.takenAs ?? [], input.takenAs)
  const held = sourceId === null ? [] : await projectsOf(wholeTeamUnchecked(teamId), sourceId)
  const { named, said, projects } = await projectsMeant(teamId, asked, { held, input })
  if (projects.length > 1 && input.files.length === 0 && held.length === 0)
    return refused("invalid", "choose a project with --project")
  const stock = await readStock({ teamId, sourceId, named, projects }, input)
  const found: Drift = {
    ...structuredClone(NOTHING),
    team,
    projects,
    named: said,
    push: [],
    takenAs: [...rules],
  }
  const ended = await endedSessions(wholeTeamUnchecked(teamId), projects)
  const locate = locator(
    input.files.map((file) => file.path),
    stock.holder,
    { takenAs: rules },
  )
  const isOfEndedSession = ({ path, project }: CompareInput["files"][number]) => {
    const location = locate(path)[0]?.location
    const key = endedKey(named ?? project ?? input.proposed, location?.subject ?? "")
    return location?.scope === "session" && ended.has(key)
  }
  for (const file of input.files) {
    if (isOfEndedSession(file)) found.left.push({ path: file.path, reason: ENDED_WITH_ITS_SESSION })
    else compareFile(found, file, { ...stock, stored: stock.storedAt(file.path) })
  }
  const offered = new Set([...input.files.map((file) => file.path), ...input.others])
  addMissing(
    found,
    stock.known.filter((file) => file.held && !isAccountedFor(file.path, offered)),
  )
  const isFirst = named !== null && held.length === 0
  await addOthers(found, stock, { teamId, sourceId, projects, input, offered, isFirst })
  return done(found)
}

/**
 * Returns the projects of the folder. `named`: the only project, or null. `said`: the project that the
 * folder's files name, if this decided. Else null.
 */
async function projectsMeant(
  teamId: string,
  asked: string | null,
  { held, input }: { readonly held: string[]; readonly input: CompareInput },
): Promise<{ named: string | null; said: string | null; projects: string[] }> {
  if (asked !== null) return { named: asked, said: null, projects: [asked] }
  if (held.length > 0) return { named: null, said: null, projects: held }
  const suggested = [...new Set([input.proposed, ...input.files.flatMap((file) => file.project ?? [])])]
  const { says } = input
  if (
    says === undefined ||
    !isOnlyOne(await projectsAmong(wholeTeamUnchecked(teamId), [...suggested, says]), says)
  )
    return { named: null, said: null, projects: suggested }
  return { named: says, said: says, projects: [says] }
}

const isOnlyOne = (names: ReadonlySet<string>, name: string): boolean => names.size === 1 && names.has(name)

/** Stored files that a folder is compared with. */
interface Stock {
  readonly known: readonly KnownFile[]
  readonly byPath: ReadonlyMap<string, KnownFile>
  readonly open: ReadonlyMap<string, OpenConflict>
  /** Hashes of earlier revisions, for files that the folder never exchanged. */
  readonly behind: ReadonlySet<string>
  /** Folder before all paths of the source: "" or with a trailing slash. */
  readonly holder: string
  storedAt(path: string): KnownFile | undefined
}

async function readStock(
  {
    teamId,
    sourceId,
    named,
    projects,
  }: {
    readonly teamId: string
    readonly sourceId: string | null
    readonly named: string | null
    readonly projects: string[]
  },
  input: CompareInput,
): Promise<Stock> {
  const from = { sourceId: sourceId ?? NOBODY, strict: true }
  const known = (
    await knownFiles(wholeTeamUnchecked(teamId), { sourceId, projectNames: projects, from })
  ).filter((file) => named === null || file.projectName === named)
  const byPath = indexByPath(known, sourceId ?? NOBODY, named)
  const open =
    sourceId === null
      ? new Map<string, OpenConflict>()
      : await openConflictsOf(wholeTeamUnchecked(teamId), sourceId)
  const holder = holderIn(input)
  const storedAt = (path: string) => byPath.get(path) ?? madeBelow(byPath.get(holder + path))
  const behind = await revisionsWith(
    wholeTeamUnchecked(teamId),
    input.files.flatMap(({ path, sha256: bytes }) => {
      const stored = storedAt(path)
      return stored && stored.base === "" && stored.sha256 !== bytes
        ? [{ file: stored.id, sha256: bytes }]
        : []
    }),
  )
  return { known, byPath, open, behind, holder, storedAt }
}

/** Source id for a folder that was never pushed. No source has it. */
const NOBODY = "00000000-0000-0000-0000-000000000000"

type FolderFile = Pick<CompareInput["files"][number], "path" | "sha256">

/** Compares a file of the folder with the stored file, and adds it to the drift. */
function compareFile(
  found: Drift,
  { path, sha256: bytes }: FolderFile,
  { stored, open, behind }: Pick<Stock, "open" | "behind"> & { readonly stored: KnownFile | undefined },
): void {
  if (stored === undefined)
    return void found.push.push({ path, why: "new", file: null, head: null, base: null })
  if (stored.state === "gone") return compareRemoved(found, { path, sha256: bytes }, stored)
  const { id: file, sha256: head, base, held } = stored
  const conflict = open.get(file)
  const isCurrent = bytes === head
  if (isCurrent || bytes === base || behind.has(bytesKey({ file, sha256: bytes }))) {
    const hasBase = held && conflict === undefined && (!isCurrent || base === head)
    if (!hasBase) found.take.push({ file, path, sha256: bytes })
    if (isCurrent) found.same += 1
    else found.pull.push({ file, path, sha256: head, replaces: bytes })
    return
  }
  changedInFolder(found, { path, sha256: bytes }, stored, conflict)
}

function changedInFolder(
  found: Drift,
  { path, sha256: bytes }: FolderFile,
  stored: KnownFile,
  conflict: OpenConflict | undefined,
): void {
  const { sha256: head, base } = stored
  if (conflict?.theirs === bytes && conflict.ours === head)
    found.conflicts.push({
      path,
      conflict: conflict.id,
      reason: `${path} was changed in Quarterdeck and in the folder. The conflict is in the Inbox`,
    })
  else found.push.push({ path, why: base === head ? "changed" : "both", ...exchanged(stored) })
}

const exchanged = ({ id, sha256: head, base }: KnownFile) => ({
  file: id,
  head,
  base: base === "" ? null : base,
})

/** Adds a file of the folder that was removed in Quarterdeck to the drift. */
function compareRemoved(found: Drift, { path, sha256: bytes }: FolderFile, stored: KnownFile): void {
  const isBase = bytes === stored.base
  const isKnown = bytes === stored.sha256 || (stored.held && isBase)
  if (stored.takenAway && isKnown) {
    found.remove.push({ file: stored.id, path, sha256: bytes })
    return
  }
  const why = whyStaysRemoved(stored, bytes)
  if (why !== null) found.left.push({ path, reason: why })
  else
    found.push.push({
      path,
      why: "back",
      ...exchanged(stored),
      ...(stored.takenAway
        ? {
            note: `${path} was changed in this folder after a migration moved it in Quarterdeck. A push restores the file with that text, alongside the file that replaced it. Migrate again to merge both files`,
          }
        : {}),
    })
}

function whyStaysRemoved(stored: KnownFile, bytes: string): string | null {
  const isBase = bytes === stored.base
  if (stored.takenBack && (bytes === stored.sha256 || isBase))
    return whySame({ ...stored, goneElsewhere: false })
  return stored.goneElsewhere && isBase ? whySame({ ...stored, takenBack: false }) : null
}

interface OthersContext {
  readonly teamId: string
  readonly sourceId: string | null
  readonly projects: readonly string[]
  readonly input: CompareInput
  /** Paths in the folder, including files that cannot be read. */
  readonly offered: ReadonlySet<string>
  /** True if the folder was never synced and its project is known. */
  readonly isFirst: boolean
}

/** Adds stored files that the folder never had to the drift. */
async function addOthers(
  found: Drift,
  { known, byPath, holder, storedAt }: Stock,
  { teamId, sourceId, projects, input, offered, isFirst }: OthersContext,
): Promise<void> {
  const others = known.filter(
    (file) =>
      !file.held &&
      file.state !== "gone" &&
      byPath.get(file.path) === file &&
      projects.includes(file.projectName),
  )
  const stored = input.files.flatMap(({ path }) => storedAt(path) ?? [])
  const [storedIds, otherIds] = [stored.map(({ id }) => id), others.map(({ id }) => id)]
  const [beside, moved] = await Promise.all([
    filesOfSameFolder(wholeTeamUnchecked(teamId), sourceId, storedIds, otherIds),
    filesOfSameMigration(wholeTeamUnchecked(teamId), sourceId, storedIds, otherIds),
  ])
  const isBeside = createFolderCheck({ holder, paths: input.files.map((file) => file.path), stored, known })
  bringNew(found, others, { input, holder, offered, beside, moved, isBeside, fresh: isFirst })
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
}

/**
 * Adds files that the folder no longer has to the drift. Files that did not change in Quarterdeck count as
 * removed. Changed files are pulled again.
 */
function addMissing(found: Drift, missing: readonly KnownFile[]): void {
  for (const { id: file, path, sha256, base, state, takenAway } of missing) {
    if (takenAway) found.released.push({ file, path })
    if (state === "gone") continue
    if (base === sha256) found.gone.push(path)
    else found.pull.push({ file, path, sha256, replaces: null })
  }
}

interface NewFiles {
  readonly input: CompareInput
  readonly holder: string
  readonly offered: ReadonlySet<string>
  /** Ids of files that copies of the folder on other machines have. */
  readonly beside: ReadonlySet<string>
  /** Ids of files that migrations created from, or removed in favor of, files of the folder. */
  readonly moved: ReadonlySet<string>
  /** Returns true if a file that was created here belongs beside the folder's files. */
  readonly isBeside: (file: KnownFile, path: string) => boolean
  readonly fresh: boolean
}

/**
 * Adds files that the folder never had to the drift: files of a copy of the folder on another machine, files
 * in the directories of the folder's memory formats, and files that were created here beside the folder's
 * files.
 */
function bringNew(
  found: Drift,
  files: readonly KnownFile[],
  { input, holder, offered, beside, moved, isBeside, fresh }: NewFiles,
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
    // A file that the folder does not recognize as memory would count as removed in its next sync.
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

/** True if the file is inside the folder. Only a folder that is itself a memory folder can exclude files. */
const liesWithin = ({ path, sourceId }: KnownFile, holder: string): boolean =>
  holder === "" || sourceId !== null || path.startsWith(holder)

/** Keeps the files that a migration removed, because the files that replace them are outside the folder. */
function keepAll(found: Drift, places: readonly string[]): void {
  for (const { path } of found.remove.splice(0))
    found.left.push({
      path,
      reason: `moved by a migration in Quarterdeck to a file outside this folder (${places.join(", ")}). Sync the parent folder`,
    })
}

const pathsOf = ({ files, others }: CompareInput): string[] => [
  ...files.map((file) => file.path),
  ...others.filter((path) => !path.endsWith("/")),
]

const holderIn = (input: CompareInput): string =>
  prefixOfMemoryFolder({ kind: "client", name: input.source }, pathsOf(input))

/** Returns the file if it was created here and no source has it yet. Else undefined. */
const madeBelow = (file: KnownFile | undefined): KnownFile | undefined =>
  file?.sourceId === null ? file : undefined

/**
 * Returns the path of a file in the folder. The path of a file that was created here begins with the folder's
 * own name, which is removed.
 */
const placeBelow = ({ path, sourceId }: Pick<KnownFile, "path" | "sourceId">, holder: string): string =>
  holder !== "" && sourceId === null && path.startsWith(holder) ? path.slice(holder.length) : path
