import { isIP } from "node:net"
import { listOf } from "./blocked-addresses"

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
