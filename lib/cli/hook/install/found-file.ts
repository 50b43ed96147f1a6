import { createHash } from "node:crypto"
import { join } from "node:path"
import { findWriteTarget } from "@/lib/files/write-target"
import { refuse, type CommandError } from "../../infra/exit-codes"
import { SettingsProblem } from "./json-edit"
import type { SettingsFile } from "./settings/settings-files"

/** A settings file on disk, or the path at which it would be created. */
export interface FoundFile {
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
export async function findSettingsFile({ root, names }: SettingsFile): Promise<FoundFile> {
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
      sha256: createHash("sha256").update(bytes).digest("hex"),
      readOnly: found.readOnly,
    }
  }
  throw new Error("a settings file must have a name")
}

export const bytesOf = (text: string, { mark }: Pick<FoundFile, "mark">): Buffer =>
  Buffer.from((mark ? MARK : "") + text)

function textOf(bytes: Uint8Array, shown: string): string {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    throw refuse("invalid", `${shown} is not UTF-8: save it as UTF-8 first. Nothing was written`)
  }
}

/** Returns a SettingsProblem as an error with line and column, both from 1. Other errors stay unchanged. */
export function problemIn(
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
