import { hostname } from "node:os"

/**
 * How the server knows a folder of this machine again: the machine's name and the folder, with its links resolved. Machines whose names
 * change with every start (containers) say QUARTERDECK_MACHINE.
 */
export function sourceNameOf(
  root: string,
  env: Readonly<Record<string, string | undefined>> = process.env,
): string {
  return `${env.QUARTERDECK_MACHINE?.trim() || hostname()}:${root}`
}
