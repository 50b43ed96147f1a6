import { hostname } from "node:os"

/**
 * Returns the name of a folder as a source: the machine's name and the folder's real path. The machine's name
 * is QUARTERDECK_MACHINE, else the host name. Containers need the variable, because their host name changes
 * with every start.
 */
export function sourceNameOf(
  root: string,
  env: Readonly<Record<string, string | undefined>> = process.env,
): string {
  return `${env.QUARTERDECK_MACHINE?.trim() || hostname()}:${root}`
}
