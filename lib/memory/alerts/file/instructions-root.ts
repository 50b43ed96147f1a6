/** Harness folders. Their files apply to the parent folder. */
const OF_HARNESS = new Set([".claude", ".agents", ".cursor", ".github"])

/**
 * Returns the folder that an instruction or identity file applies to, without a trailing slash; "" for the
 * whole project.
 */
export function instructionsRoot(path: string): string {
  const folders = path.split("/").slice(0, -1)
  const harness = folders.findIndex((folder) => OF_HARNESS.has(folder))
  return (harness < 0 ? folders : folders.slice(0, harness)).join("/")
}

/** True if agents that load a memory file also load the instruction file. */
export function isBelow(memory: string, instructions: string): boolean {
  const root = instructionsRoot(instructions)
  return root === "" || memory.startsWith(`${root}/`)
}
