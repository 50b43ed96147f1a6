import { BlockList, isIP } from "node:net"

/** What a server must never be made to ask from within: each with its words. First match wins. */
const KEPT: readonly (readonly [words: string, ranges: readonly string[]])[] = [
  ["the address of this machine itself", ["127.0.0.0/8", "::1/128"]],
  ["no address at all", ["0.0.0.0/8", "::/128"]],
  [
    "an address that cloud servers learn their keys from",
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
  ["an address that a provider shares among customers", ["100.64.0.0/10"]],
  [
    "an IPv4 address within an IPv6 one",
    ["::ffff:0:0/96", "::ffff:0:0:0/96", "::/96", "64:ff9b::/96", "64:ff9b:1::/48", "2002::/16", "2001::/32"],
  ],
  ["a multicast address", ["224.0.0.0/4", "ff00::/8"]],
  [
    "an address that is reserved",
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
/** All that is handed out of IPv6; what lies outside is somebody's own, or nobody's. */
const handedOut = listOf(["2000::/3"])

/** Why nothing is sent to an IP address, as "a private address"; null: it is one of the public internet. */
export function whyKept(address: string): string | null {
  const family = isIP(address)
  if (family === 0) return "no IP address"
  const name = family === 4 ? "ipv4" : "ipv6"
  // A zone belongs to a link of this machine.
  if (address.includes("%")) return "a link-local address"
  // Of each family by itself: one list would take an IPv4 address within an IPv6 one for the IPv4 one, and every IPv4 one for such.
  const found = kept.find(([, lists]) => lists[name].check(address, name))
  if (found) return found[0]
  return family === 6 && !handedOut.ipv6.check(address, "ipv6") ? "an address that is reserved" : null
}

interface Ranges {
  readonly ipv4: BlockList
  readonly ipv6: BlockList
}

/** Throws for what is no range. */
export function listOf(ranges: readonly string[]): Ranges {
  const lists = { ipv4: new BlockList(), ipv6: new BlockList() }
  for (const range of ranges) {
    const [address = "", length] = range.split("/")
    const family = isIP(address)
    if (family === 0) throw new Error(`${range} is no range of IP addresses`)
    const name = family === 4 ? "ipv4" : "ipv6"
    lists[name].addSubnet(address, length === undefined ? (family === 4 ? 32 : 128) : Number(length), name)
  }
  return lists
}
