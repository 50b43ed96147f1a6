import { BlockList, isIP } from "node:net"

/** Address ranges that messages must not be sent to, with a description. The first match counts. */
const KEPT: readonly (readonly [words: string, ranges: readonly string[]])[] = [
  ["the address of this server", ["127.0.0.0/8", "::1/128"]],
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
export function listOf(ranges: readonly string[]): Ranges {
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
