import { sha256Hex } from "@/lib/files/sha256"
import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs"
import { rm, rmdir } from "node:fs/promises"
import { dirname, join } from "node:path"
import { parse } from "jsonc-parser"
import { z } from "zod"
import { ChangedMeanwhileError, hashAt, replaceFile, findWriteTarget } from "@/lib/files/write-file"
import { patchOf } from "@/lib/memory/text/line-differences"
import { refuse, type CommandError } from "../../infra/exit-codes"
import type { Environment } from "../harnesses"
import { queueFolder } from "../queue"
import {
  type InstallPart,
  type InstallState,
  type InstallOptions,
  type SettingsFile,
  type EditedText,
  applyEdits,
  applyInOrder,
  type Splice,
  asEditedText,
} from "./installation"
import { SettingsProblem } from "./json-edit"

/** A planned change of one settings file. */
export interface FileChange extends FoundFile {
  /** The new text. Null deletes the file. */
  readonly after: string | null
  /** The edits that restore the text before the change. Null for a removal. */
  readonly undo: readonly Splice[] | null
  /** True if nothing of Quarterdeck was installed in the file. */
  readonly fresh: boolean
}

/** The hooks or the MCP server found in a settings file. */
export interface InstalledPart {
  readonly kind: InstallPart["kind"]
  readonly shown: string
  readonly standing: InstallState
  readonly switches: Readonly<Record<string, string>> | null
  readonly runs: string | null
}

/**
 * Returns the hooks and the MCP server in a settings file. Throws with the position of the error if the file
 * is malformed.
 */
export async function inspectSettings(file: SettingsFile, wanted: InstallOptions): Promise<InstalledPart[]> {
  const found = await findSettingsFile(file)
  const { text } = begun(file, found)
  return inFile(found, () =>
    file.parts.map((part) => ({
      kind: part.kind,
      shown: found.shown,
      standing: part.look(text, wanted),
      switches: part.switches(text),
      runs: part.runs(text),
    })),
  )
}

/** Returns the change that installs hooks or the MCP server, or null if the file needs no change. */
export async function planInstallation(
  file: SettingsFile,
  wanted: InstallOptions,
): Promise<FileChange | null> {
  const found = await findSettingsFile(file)
  const before = begun(file, found)
  return inFile(found, () => {
    const fresh = file.parts.every((part) => part.look(before.text, wanted) === "none")
    const { text, undo } = file.parts.reduce<EditedText>((edited, part) => part.put(edited, wanted), before)
    return text === found.text ? null : { ...found, after: text, undo, fresh }
  })
}

/**
 * Returns the change that removes the hooks and the MCP server, or null if neither is installed. A file that
 * has not changed since the installation gets its original bytes back.
 */
export async function planRemoval(file: SettingsFile, env: Environment): Promise<FileChange | null> {
  const found = await findSettingsFile(file)
  if (found.text === null || found.text.trim() === "") return null
  const { text } = found
  const without = inFile(
    found,
    () => file.parts.reduce((edited, part) => part.take(edited), asEditedText(text)).text,
  )
  if (without === text) return null
  const written = readInstallRecord(env, found.file)
  const isUnchanged = written?.sha256 === found.sha256
  const original = isUnchanged && written ? originalOf(written, text) : undefined
  return {
    ...found,
    after: original === undefined ? remainderOf(without, written) : original,
    undo: null,
    fresh: false,
  }
}

/** Returns the text before the installation, null if there was no file, undefined if it is not known. */
function originalOf({ made, undo }: InstallRecord, text: string): string | null | undefined {
  if (made) return null
  return undo ? applyInOrder(text, undo) : undefined
}

/**
 * Returns the text to keep. Null deletes the file if nothing is left, or only content that the installation
 * created.
 */
const remainderOf = (text: string, written: InstallRecord | undefined): string | null =>
  text.trim() === "" || (written?.made && isEmpty(text)) ? null : text

/** Returns the change as a unified diff. */
export const diffOf = ({ shown, text, after }: FileChange): string =>
  patchOf([{ path: shown.replace(/^\//, ""), before: text, after }])

/**
 * Writes each file atomically and records how to undo the change. Returns a warning if a record could not be
 * stored, else null. Throws if a file is read-only or has changed.
 */
export async function writeChanges(changes: readonly FileChange[], env: Environment): Promise<string | null> {
  const readOnly = changes.find((change) => change.readOnly !== null)
  if (readOnly) throw refuse("forbidden", `${readOnly.shown}: ${readOnly.readOnly}. Nothing was written`)
  const problems: string[] = []
  const folders: string[] = []
  for (const [place, change] of changes.entries()) {
    const written = readInstallRecord(env, change.file)
    try {
      const now = await write(change, written)
      if (change.after === null) folders.push(...(written?.folders ?? []))
      problems.push((await storeInstallRecord(env, change.file, now)) ?? "")
    } catch (cause) {
      throw failedWrite(change, cause, changes.slice(0, place))
    }
  }
  for (const folder of folders.toSorted((one, other) => other.length - one.length))
    await rmdir(folder).catch(() => undefined) // Fails if the folder contains other files.
  return problems.filter((problem) => problem !== "")[0] ?? null
}

function failedWrite({ shown }: FileChange, cause: unknown, done: readonly FileChange[]): CommandError {
  const why =
    cause instanceof ChangedMeanwhileError
      ? "the file changed in the meantime: try again"
      : `not writable (${(cause as NodeJS.ErrnoException).code ?? (cause as Error).message})`
  const written = done.map((one) => one.shown).join(", ")
  return refuse(
    "conflict",
    `${shown}: ${why}. ${written === "" ? "Nothing was written" : `Already written: ${written}`}`,
  )
}

async function write(change: FileChange, written: InstallRecord | undefined): Promise<InstallRecord | null> {
  const { file, text, after, sha256, undo, fresh } = change
  if (after === null) {
    if ((await hashAt(file)) !== sha256) throw new ChangedMeanwhileError(`${file} changed in the meantime`)
    await rm(file)
    return null
  }
  const folders = missingFolders(dirname(file))
  await replaceFile({ file, bytes: bytesOf(after, change), expected: sha256 })
  if (undo === null) return null
  const isUnchanged = written?.sha256 === sha256
  const earlier = fresh ? [] : null
  const known = isUnchanged ? (written?.undo ?? null) : earlier
  const origin = text === null ? { made: true, folders } : { made: false, folders: [], ...written }
  return {
    file,
    made: origin.made,
    folders: origin.folders,
    sha256: (await hashAt(file)) ?? "",
    undo: known && [...undo, ...known],
  }
}

/** Returns the folders to create for a path, innermost first. */
function missingFolders(folder: string): string[] {
  return existsSync(folder) || folder === dirname(folder) ? [] : [folder, ...missingFolders(dirname(folder))]
}

/** Returns the text to edit. A missing or empty file begins with the harness's blank settings. */
function begun({ blank }: SettingsFile, { text }: FoundFile): EditedText {
  if (text === null) return asEditedText(blank)
  return text.trim() === "" && blank !== ""
    ? applyEdits(asEditedText(text), [{ offset: 0, length: text.length, text: blank }])
    : asEditedText(text)
}

/** True if settings contain only empty containers, a schema or a version. */
function isEmpty(text: string): boolean {
  const value: unknown = parse(text, [], { allowTrailingComma: true })
  return (
    typeof value === "object" &&
    value !== null &&
    Object.entries(value).every(
      ([name, one]) =>
        ["$schema", "version"].includes(name) ||
        (typeof one === "object" && one !== null && Object.keys(one as object).length === 0),
    )
  )
}

function inFile<T>(found: FoundFile, work: () => T): T {
  try {
    return work()
  } catch (cause) {
    throw problemIn(found, cause)
  }
}

/** A settings file on disk, or the path at which it would be created. */
interface FoundFile {
  /** The path for messages. */
  readonly shown: string
  /** The real path, which is written. */
  readonly file: string
  /** The target of a symbolic link, or null. */
  readonly leadsTo: string | null
  /** The text without byte order mark. Null if there is no file. */
  readonly text: string | null
  readonly mark: boolean
  /** Hexadecimal hash of the bytes. */
  readonly sha256: string | null
  /** Why the file cannot be written, or null. */
  readonly readOnly: string | null
}

const MARK = "\ufeff"

/**
 * Returns the settings file at the first of its names that exists, else at the last name. Follows links that
 * stay below the root. Throws if a link leaves the root or the file is not UTF-8.
 */
async function findSettingsFile({ root, names }: SettingsFile): Promise<FoundFile> {
  for (const [place, name] of names.entries()) {
    const named = join(root, name)
    const shown = root === "/" ? named : name
    const found = await findWriteTarget(root, name)
    if (found.kind === "problem") throw refuse("forbidden", `${shown}: ${found.why}. Nothing was written`)
    if (found.kind === "nothing" && place < names.length - 1) continue
    const leadsTo = found.file === named ? null : found.file
    if (found.kind === "nothing")
      return {
        shown,
        file: found.file,
        leadsTo,
        text: null,
        mark: false,
        sha256: null,
        readOnly: found.readOnly,
      }
    const { bytes } = found
    const text = textOf(bytes, shown)
    const mark = text.startsWith(MARK)
    return {
      shown,
      file: found.file,
      leadsTo,
      text: mark ? text.slice(1) : text,
      mark,
      sha256: sha256Hex(bytes),
      readOnly: found.readOnly,
    }
  }
  throw new Error("a settings file must have a name")
}

const bytesOf = (text: string, { mark }: Pick<FoundFile, "mark">): Buffer =>
  Buffer.from((mark ? MARK : "") + text)

function textOf(bytes: Uint8Array, shown: string): string {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    throw refuse("invalid", `${shown} is not UTF-8: save it as UTF-8 first. Nothing was written`)
  }
}

/** Returns a SettingsProblem as an error with line and column, both from 1. Other errors stay unchanged. */
function problemIn(
  { shown, text }: Pick<FoundFile, "shown" | "text">,
  cause: unknown,
): CommandError | unknown {
  if (!(cause instanceof SettingsProblem)) return cause
  const before = (text ?? "").slice(0, cause.offset).split("\n")
  return refuse(
    "invalid",
    `${shown}:${before.length}:${(before.at(-1)?.length ?? 0) + 1}: ${cause.message}. Nothing was written`,
  )
}

/**
 * Record of an installation, with which a file can be restored. The record contains no text of the file
 * except replaced lines of Quarterdeck.
 */
const InstallRecord = z.object({
  /** Path of the file. */
  file: z.string(),
  /** True if the installation created the file. */
  made: z.boolean(),
  /** Folders that the installation created, innermost first. */
  folders: z.array(z.string()),
  /**
   * Hexadecimal hash of the file after the installation. The installation can be undone only while the file
   * has this hash.
   */
  sha256: z.string(),
  /** Edits that undo the installation. Null if an unknown version was installed before. */
  undo: z.array(z.object({ offset: z.number(), length: z.number(), text: z.string() })).nullable(),
})
type InstallRecord = z.output<typeof InstallRecord>

/**
 * Returns the path of the record of a file. Each record has its own file beside the queue, so that
 * installations do not interfere.
 */
const placeOf = (env: Environment, file: string) =>
  join(dirname(queueFolder(env)), "hooks", `${sha256Hex(file).slice(0, 32)}.json`)

/** Returns the record of a file, undefined if it is missing or unreadable. */
function readInstallRecord(env: Environment, file: string): InstallRecord | undefined {
  try {
    const written = InstallRecord.parse(JSON.parse(readFileSync(placeOf(env, file), "utf8")))
    return written.file === file ? written : undefined
  } catch {
    return undefined
  }
}

/** Stores or, for null, deletes the record of a file. Returns a message if that fails, else null. */
async function storeInstallRecord(
  env: Environment,
  file: string,
  written: InstallRecord | null,
): Promise<string | null> {
  try {
    const place = placeOf(env, file)
    if (written === null) {
      rmSync(place, { force: true })
      return null
    }
    mkdirSync(dirname(place), { recursive: true, mode: 0o700 })
    await replaceFile({
      file: place,
      bytes: Buffer.from(`${JSON.stringify(written)}\n`),
      expected: await hashAt(place),
    })
    return null
  } catch (cause) {
    return `the data needed to restore ${file} could not be saved (${(cause as NodeJS.ErrnoException).code ?? (cause as Error).message}): hook remove will delete the added lines but cannot restore the file byte for byte`
  }
}
