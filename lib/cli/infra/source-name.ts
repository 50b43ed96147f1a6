import { hostname } from "node:os"

/**
 * Returns the name of a folder as a source: the machine's name and the folder's real path.
 * QUARTERDECK_MACHINE names machines whose host name changes with every start, such as containers.
 */
export function sourceNameOf(
  root: string,
  env: Readonly<Record<string, string | undefined>> = process.env,
): string {
  return `${env.QUARTERDECK_MACHINE?.trim() || hostname()}:${root}`
}
