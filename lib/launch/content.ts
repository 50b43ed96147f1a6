import type { Tell } from "./launch"

/** Loads the sample fleet on the very first start of a database, and only then. Returns what its line says. */
export async function loadSamples(_tell: Tell): Promise<string> {
  return "none yet"
}

/** Imports the memory files below `folder`, all into `project` where one is named. Returns what its line says. */
export async function importDirectory(_what: { folder: string; project: string | null; tell: Tell }): Promise<string> {
  return "not yet"
}

/** The one-time link that makes its visitor the owner; null once there is one. */
export async function ownerLink(_baseUrl: string): Promise<string | null> {
  return null
}
