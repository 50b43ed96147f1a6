import { isIP } from "node:net"
import { listOf } from "./address"

/** Receivers within the network that the deployment's owner allows: QUARTERDECK_WEBHOOK_ALLOW, names and ranges with commas between. */
export interface Allowed {
  host(name: string): boolean
  address(ip: string): boolean
}

/** Throws for what is neither a name nor a range: a slip of the pen would else be found when an alert is not told. */
export function readAllowed(text: string | undefined): Allowed {
  const named = (text ?? "")
    .toLowerCase()
    .split(/[\s,]+/)
    .filter(Boolean)
  const ranges = named.filter((one) => isIP(one.split("/")[0] ?? "") !== 0)
  const hosts = named.filter((one) => !ranges.includes(one))
  const odd = hosts.find((one) => !/^[a-z0-9_](?:[a-z0-9_.-]*[a-z0-9_])?$/.test(one))
  if (odd !== undefined)
    throw new Error(
      `QUARTERDECK_WEBHOOK_ALLOW: ${odd} is neither the name of a host nor a range such as 10.1.2.0/24`,
    )
  const lists = listOf(ranges)
  return {
    host: (name) => hosts.includes(name.toLowerCase().replace(/\.$/, "")),
    address: (ip) => (isIP(ip) === 4 ? lists.ipv4.check(ip, "ipv4") : lists.ipv6.check(ip, "ipv6")),
  }
}
