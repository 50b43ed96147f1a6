import type { Refused } from "../readable-file"

/** Bytes of a name that are looked at. A longer one is refused, and shown by its beginning. */
const LONGEST_NAME = 4096
const SHOWN_BYTES = 1000

/** Returns the path for an entry's name, or why the name is not a valid path. */
export function entryPath(name: Uint8Array): string | Refused {
  const raw = Buffer.from(name.buffer, name.byteOffset, name.byteLength)
  const aside = (reason: string): Refused => ({
    path: shownName(raw),
    size: 0,
    status: "set-aside",
    reason,
  })
  if (raw.length > LONGEST_NAME) return aside(`its name is longer than ${LONGEST_NAME} bytes: shorten it`)
  let path: string
  try {
    path = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(raw).replaceAll("\\", "/")
  } catch {
    return aside("its name is not UTF-8")
  }
  if (path.includes("\0")) return aside("its name contains a NUL character")
  if (path.startsWith("/") || /^[a-z]:/i.test(path) || path.split("/").includes(".."))
    return aside("its path points outside the archive")
  return path.replace(/^(\.\/)+/, "").replaceAll(/\/{2,}/g, "/")
}

const shownName = (raw: Buffer): string =>
  raw.length > SHOWN_BYTES ? `${raw.subarray(0, SHOWN_BYTES).toString("latin1")}…` : raw.toString("latin1")
