import { markdownFormat, NO_LIMITS } from "../markdown/markdown-format"
import { logDay, isIdentityFile, workspaceAllows, workspacePlace, workspaceReading } from "./workspace-place"
import { partsOf } from "../paths"

/** One or several OpenClaw workspaces: the files of a memory workspace with `TOOLS.md`, `HEARTBEAT.md` and topics below `memory/`. */
export const openClaw = markdownFormat({
  id: "openclaw-workspace",
  name: "OpenClaw workspace",
  locate: (path, around) => {
    const place = workspacePlace(path, around)
    return place?.isOpenClaw ? place.location : null
  },
  reading: workspaceReading,
  allows: workspaceAllows,
  scaffold: () => "# Memory\n",
  limits: (path) => (isInjected(path) ? { ...NO_LIMITS, characters: 12_000 } : NO_LIMITS),
})

/**
 * True for files that are loaded into each session: those at the top of the workspace, cut at 12,000
 * characters. Files below `memory/` are opened when needed.
 */
const isInjected = (path: string) =>
  logDay(path) === null && (isIdentityFile(path) || partsOf(path).name === "MEMORY.md")
