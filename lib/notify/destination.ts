import { lookup } from "node:dns/promises"
import { isIP, BlockList } from "node:net"
import { problemOfUrl } from "@/lib/memory/notifications/channel-addresses"

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

/**
 * Receivers in the private network that QUARTERDECK_WEBHOOK_ALLOW permits: names and ranges, separated by
 * commas.
 */
export interface AllowedReceivers {
  host(name: string): boolean
  address(ip: string): boolean
}

/** Parses QUARTERDECK_WEBHOOK_ALLOW. Throws on an invalid part, so that typos are found at startup. */
export function readAllowed(text: string | undefined): AllowedReceivers {
  const named = (text ?? "")
    .toLowerCase()
    .split(/[\s,]+/)
    .filter(Boolean)
  const ranges = named.filter((one) => isIP(one.split("/")[0] ?? "") !== 0)
  const hosts = named.filter((one) => !ranges.includes(one))
  const odd = hosts.find((one) => !/^[a-z0-9_](?:[a-z0-9_.-]*[a-z0-9_])?$/.test(one))
  if (odd !== undefined)
    throw new Error(`QUARTERDECK_WEBHOOK_ALLOW: ${odd} is not a host name or a range such as 10.1.2.0/24`)
  const lists = listOf(ranges)
  return {
    host: (name) => hosts.includes(name.toLowerCase().replace(/\.$/, "")),
    address: (ip) => (isIP(ip) === 4 ? lists.ipv4.check(ip, "ipv4") : lists.ipv6.check(ip, "ipv6")),
  }
}

/** Address ranges that messages must not be sent to, with a description. The first match counts. */
const KEPT: readonly (readonly [words: string, ranges: readonly string[]])[] = [
  ["a loopback address", ["127.0.0.0/8", "::1/128"]],
  ["an unspecified address", ["0.0.0.0/8", "::/128"]],
  [
    "a cloud metadata address",
    [
      "169.254.169.254/32",
      "169.254.170.2/32",
      "100.100.100.200/32",
      "168.63.129.16/32",
      "192.0.0.192/32",
      "fd00:ec2::254/128",
      "fd20:ce::254/128",
    ],
  ],
  ["a private address", ["10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "fc00::/7", "fec0::/10"]],
  ["a link-local address", ["169.254.0.0/16", "fe80::/10"]],
  ["a carrier-grade NAT (CGNAT) address", ["100.64.0.0/10"]],
  [
    "an IPv4 address embedded in IPv6",
    ["::ffff:0:0/96", "::ffff:0:0:0/96", "::/96", "64:ff9b::/96", "64:ff9b:1::/48", "2002::/16", "2001::/32"],
  ],
  ["a multicast address", ["224.0.0.0/4", "ff00::/8"]],
  [
    "a reserved address",
    [
      "192.0.0.0/24",
      "192.0.2.0/24",
      "192.88.99.0/24",
      "198.18.0.0/15",
      "198.51.100.0/24",
      "203.0.113.0/24",
      "240.0.0.0/4",
      "2001::/23",
      "2001:db8::/32",
      "3fff::/20",
    ],
  ],
]

const kept = KEPT.map(([words, ranges]) => [words, listOf(ranges)] as const)
/** The global unicast range of IPv6. */
const handedOut = listOf(["2000::/3"])

/**
 * Returns why nothing is sent to an IP address, such as "a private address"; null if the address is public.
 */
export function whyAddressRefused(address: string): string | null {
  const family = isIP(address)
  if (family === 0) return "not an IP address"
  const name = family === 4 ? "ipv4" : "ipv6"
  // Only link-local addresses have a zone.
  if (address.includes("%")) return "a link-local address"
  // Each family has its own list, because a shared BlockList treats embedded IPv4 addresses as IPv4.
  const found = kept.find(([, lists]) => lists[name].check(address, name))
  if (found) return found[0]
  return family === 6 && !handedOut.ipv6.check(address, "ipv6") ? "a reserved address" : null
}

interface Ranges {
  readonly ipv4: BlockList
  readonly ipv6: BlockList
}

/** Returns block lists for ranges. Throws if a range is invalid. */
function listOf(ranges: readonly string[]): Ranges {
  const lists = { ipv4: new BlockList(), ipv6: new BlockList() }
  for (const range of ranges) {
    const [address = "", length] = range.split("/")
    const family = isIP(address)
    if (family === 0) throw new Error(`${range} is not an IP address range`)
    const name = family === 4 ? "ipv4" : "ipv6"
    const whole = family === 4 ? 32 : 128
    lists[name].addSubnet(address, length === undefined ? whole : Number(length), name)
  }
  return lists
}
