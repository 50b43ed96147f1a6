import { lookup } from "node:dns/promises"
import { isIP } from "node:net"
import { problemOfUrl } from "@/lib/memory/notifications/channel-addresses"
import { whyAddressRefused } from "./blocked-addresses"
import type { AllowedReceivers } from "./allowed-receivers"

export interface Address {
  readonly address: string
  readonly family: 4 | 6
}

/** Resolves a host name. Tests replace it. */
export type Resolve = (host: string) => Promise<readonly Address[]>

/** The addresses to connect to, fixed against later DNS changes, or why the receiver is refused. */
export type Destination =
  | { readonly url: URL; readonly addresses: readonly Address[] }
  | { readonly refused: string }

/** Checks a receiver before anything is sent. All resolved addresses must be allowed. */
export async function destinationOf(
  text: string,
  allowed: AllowedReceivers,
  resolve: Resolve = resolveHost,
): Promise<Destination> {
  const problem = problemOfUrl(text)
  if (problem !== null) return { refused: problem }
  const url = new URL(text)
  // The URL parser has normalized addresses such as 0x7f.1 and 2130706433.
  const host = url.hostname.replace(/^\[(.*)\]$/, "$1")
  const literal = isIP(host)
  const addresses =
    literal === 0 ? await addressesOf(host, resolve) : [{ address: host, family: literal as 4 | 6 }]
  if (typeof addresses === "string") return { refused: addresses }
  const kept = allowed.host(host)
    ? undefined
    : addresses.find(({ address }) => whyAddressRefused(address) !== null && !allowed.address(address))
  if (kept === undefined) return { url, addresses }
  const what = `${host}${literal === 0 ? ` resolves to ${kept.address}, which` : ""} is ${whyAddressRefused(kept.address)}`
  return {
    refused: `${what}. To send messages there, an administrator must add the address to QUARTERDECK_WEBHOOK_ALLOW`,
  }
}

async function addressesOf(host: string, resolve: Resolve): Promise<readonly Address[] | string> {
  try {
    const addresses = await resolve(host)
    return addresses.length > 0 ? addresses : `host ${host} has no IP address`
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException
    return code === "ENOTFOUND"
      ? `host ${host} not found`
      : `host ${host} could not be resolved (${code ?? "unknown"})`
  }
}

const resolveHost: Resolve = async (host) =>
  (await lookup(host, { all: true, order: "ipv4first" } as const)) as Address[]
