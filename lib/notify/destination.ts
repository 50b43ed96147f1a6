import { lookup } from "node:dns/promises"
import { isIP } from "node:net"
import { problemOfUrl } from "@/lib/memory/notifications/channel"
import { whyKept } from "./address"
import type { Allowed } from "./allowed"

export interface Address {
  readonly address: string
  readonly family: 4 | 6
}

/** Asks what a name stands for; the system's own unless a test says otherwise. */
export type Resolve = (host: string) => Promise<readonly Address[]>

/** Where to connect to: these addresses and no other, whatever the name stands for a moment later. Or why not. */
export type Destination =
  | { readonly url: URL; readonly addresses: readonly Address[] }
  | { readonly refused: string }

/** Looks at a receiver before anything is sent to it. Of several addresses none may be kept: a name that mixes them is up to something. */
export async function destinationOf(
  text: string,
  allowed: Allowed,
  resolve: Resolve = resolveHost,
): Promise<Destination> {
  const problem = problemOfUrl(text)
  if (problem !== null) return { refused: problem }
  const url = new URL(text)
  // The URL parser has made plain addresses of 0x7f.1, 2130706433 and the like.
  const host = url.hostname.replace(/^\[(.*)\]$/, "$1")
  const literal = isIP(host)
  const addresses =
    literal === 0 ? await addressesOf(host, resolve) : [{ address: host, family: literal as 4 | 6 }]
  if (typeof addresses === "string") return { refused: addresses }
  const kept = allowed.host(host)
    ? undefined
    : addresses.find(({ address }) => whyKept(address) !== null && !allowed.address(address))
  if (kept === undefined) return { url, addresses }
  const what = `${host}${literal === 0 ? ` stands for ${kept.address}, which` : ""} is ${whyKept(kept.address)}`
  return {
    refused: `${what}: nothing is sent there unless the owner of this deployment names it in QUARTERDECK_WEBHOOK_ALLOW`,
  }
}

async function addressesOf(host: string, resolve: Resolve): Promise<readonly Address[] | string> {
  try {
    const addresses = await resolve(host)
    return addresses.length > 0 ? addresses : `the name ${host} stands for no address`
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException
    return code === "ENOTFOUND"
      ? `there is no host ${host}`
      : `no name server says what ${host} stands for (${code ?? "unknown"})`
  }
}

const resolveHost: Resolve = async (host) =>
  (await lookup(host, { all: true, order: "ipv4first" } as const)) as Address[]
