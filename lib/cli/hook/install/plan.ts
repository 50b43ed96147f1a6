import { existsSync } from "node:fs"
import { rm, rmdir } from "node:fs/promises"
import { dirname } from "node:path"
import { parse } from "jsonc-parser"
import { ChangedMeanwhile, hashAt, replaceWhole } from "@/lib/files/write-whole"
import { patchOf } from "@/lib/memory/text/patch"
import { refuse } from "../../infra/refusal"
import type { Environment } from "../harnesses/harness"
import { bytesOf, findFile, type FoundFile, problemIn } from "./found-file"
import type { Part, Standing, Wanted } from "./part"
import type { SettingsFile } from "./settings/place"
import { type Edited, edit, inOrder, type Splice, unedited } from "./splices"
import { keepWritten, readWritten, type Written } from "./written"

/** What is to become of one file. */
export interface FileChange extends FoundFile {
  /** Null: it goes. */
  readonly after: string | null
  /** The way back from here; null: nothing of ours is there then. */
  readonly undo: readonly Splice[] | null
  /** Nothing of ours stood there. */
  readonly fresh: boolean
}

/** What of ours stands in a file, and what it is called with. */
export interface Look {
  readonly kind: Part["kind"]
  readonly shown: string
  readonly standing: Standing
  readonly switches: Readonly<Record<string, string>> | null
  readonly runs: string | null
}

/** What stands where; a file that is not as its harness has it is refused with its place. */
export async function lookAt(file: SettingsFile, wanted: Wanted): Promise<Look[]> {
  const found = await findFile(file)
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

/** What an installation changes; null: nothing. */
export async function planInstallation(file: SettingsFile, wanted: Wanted): Promise<FileChange | null> {
  const found = await findFile(file)
  const before = begun(file, found)
  return inFile(found, () => {
    const fresh = file.parts.every((part) => part.look(before.text, wanted) === "none")
    const { text, undo } = file.parts.reduce<Edited>((edited, part) => part.put(edited, wanted), before)
    return text === found.text ? null : { ...found, after: text, undo, fresh }
  })
}

/** What taking ours out changes; null: nothing of ours is there. Where the file is as it was left, it becomes what it was before, to the byte. */
export async function planRemoval(file: SettingsFile, env: Environment): Promise<FileChange | null> {
  const found = await findFile(file)
  if (found.text === null || found.text.trim() === "") return null
  const written = readWritten(env, found.file)
  const taken = inFile(
    found,
    () => file.parts.reduce((edited, part) => part.take(edited), unedited(found.text ?? "")).text,
  )
  if (taken === found.text) return null
  if (written?.sha256 === found.sha256 && (written?.made || written?.undo))
    return {
      ...found,
      after: written.made ? null : inOrder(found.text, written.undo ?? []),
      undo: null,
      fresh: false,
    }
  return {
    ...found,
    after: taken.trim() === "" || (written?.made && isEmpty(taken)) ? null : taken,
    undo: null,
    fresh: false,
  }
}

/** As `quarterdeck diff` shows changes. */
export const diffOf = ({ shown, text, after }: FileChange): string =>
  patchOf([{ path: shown.replace(/^\//, ""), before: text, after }])

/** Writes the files, each whole or not at all, and keeps the way back. Returns what to know besides. */
export async function carryOut(changes: readonly FileChange[], env: Environment): Promise<string | null> {
  const readOnly = changes.find((change) => change.readOnly !== null)
  if (readOnly) throw refuse("forbidden", `${readOnly.shown}: ${readOnly.readOnly}. Nothing was written`)
  const problems: string[] = []
  const folders: string[] = []
  for (const [place, change] of changes.entries()) {
    const written = readWritten(env, change.file)
    try {
      const now = await write(change, written)
      if (change.after === null) folders.push(...(written?.folders ?? []))
      problems.push((await keepWritten(env, change.file, now)) ?? "")
    } catch (cause) {
      const why =
        cause instanceof ChangedMeanwhile
          ? "the file changed meanwhile: try again"
          : `not writable (${(cause as NodeJS.ErrnoException).code ?? (cause as Error).message})`
      const done = changes.slice(0, place).map((one) => one.shown)
      throw refuse(
        "conflict",
        `${change.shown}: ${why}. ${done.length === 0 ? "Nothing was written" : `Written: ${done.join(", ")}`}`,
      )
    }
  }
  for (const folder of folders.toSorted((one, other) => other.length - one.length))
    await rmdir(folder).catch(() => undefined) // somebody else's files keep it
  return problems.filter((problem) => problem !== "")[0] ?? null
}

async function write(change: FileChange, written: Written | undefined): Promise<Written | null> {
  const { file, text, after, sha256, undo, fresh } = change
  if (after === null) {
    if ((await hashAt(file)) !== sha256) throw new ChangedMeanwhile(`${file} changed meanwhile`)
    await rm(file)
    return null
  }
  const folders = missingFolders(dirname(file))
  await replaceWhole({ file, bytes: bytesOf(after, change), expected: sha256 })
  if (undo === null) return null
  const known = written?.sha256 === sha256 ? written.undo : fresh ? [] : null
  return {
    file,
    made: text === null || (written?.made ?? false),
    folders: text === null ? folders : (written?.folders ?? []),
    sha256: (await hashAt(file)) ?? "",
    undo: known && [...undo, ...known],
  }
}

/** Those that are not there yet, the innermost first. */
function missingFolders(folder: string): string[] {
  return existsSync(folder) || folder === dirname(folder) ? [] : [folder, ...missingFolders(dirname(folder))]
}

/** With what it begins with, where nothing stands there. */
function begun({ blank }: SettingsFile, { text }: FoundFile): Edited {
  if (text === null) return unedited(blank)
  return text.trim() === "" && blank !== ""
    ? edit(unedited(text), [{ offset: 0, length: text.length, text: blank }])
    : unedited(text)
}

/** Whether settings say nothing any more. */
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
