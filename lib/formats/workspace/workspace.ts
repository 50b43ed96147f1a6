import { markdownFormat, NO_LIMITS } from "../markdown/markdown-format"
import { workspaceAllows, workspacePlace, workspaceReading } from "./workspace-place"

/** `MEMORY.md`, daily logs `memory/YYYY-MM-DD.md`, and the identity files. Source: agent memory workspace, "Layout". */
export const memoryWorkspace = markdownFormat({
  id: "memory-workspace",
  name: "Memory workspace",
  locate: (path, around) => {
    const place = workspacePlace(path, around)
    return place === null || place.isOpenClaw ? null : place.location
  },
  reading: workspaceReading,
  allows: workspaceAllows,
  scaffold: () => "# Memory\n",
  limits: () => NO_LIMITS,
})
