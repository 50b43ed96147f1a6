/** Folders of harnesses: what lies in them speaks of the folder that they are in. */
const OF_HARNESS = new Set([".claude", ".agents", ".cursor", ".github"])

/** The folder of which an instruction or identity file speaks, without a slash at its end; empty: all of its project. */
export function instructionsRoot(path: string): string {
  const folders = path.split("/").slice(0, -1)
  const harness = folders.findIndex((folder) => OF_HARNESS.has(folder))
  return (harness < 0 ? folders : folders.slice(0, harness)).join("/")
}

/** Whether what a file says is read by those who read a memory. */
export function isBelow(memory: string, instructions: string): boolean {
  const root = instructionsRoot(instructions)
  return root === "" || memory.startsWith(`${root}/`)
}
