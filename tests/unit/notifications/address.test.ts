import { describe, expect, it } from "vitest"
import { whyAddressRefused, readAllowed, type Address, destinationOf } from "@/lib/notify/destination"

const SELF = "a loopback address"
const PRIVATE = "a private address"
const RESERVED = "a reserved address"
const WITHIN = "an IPv4 address embedded in IPv6"
const LINK = "a link-local address"
const NONE = "an unspecified address"
const CLOUD = "a cloud metadata address"
const SHARED = "a carrier-grade NAT (CGNAT) address"
const MANY = "a multicast address"

const ADDRESSES: readonly (readonly [address: string, why: string | null])[] = [
  ["8.8.8.8", null],
  ["1.1.1.1", null],
  ["9.255.255.255", null],
  ["11.0.0.0", null],
  ["100.63.255.255", null],
  ["100.128.0.0", null],
  ["172.15.255.255", null],
  ["172.32.0.0", null],
  ["192.167.255.255", null],
  ["192.169.0.0", null],
  ["169.253.255.255", null],
  ["169.255.0.0", null],
  ["223.255.255.255", null],
  ["198.17.255.255", null],
  ["198.20.0.0", null],
  ["2606:4700:4700::1111", null],
  ["2a00:1450:4001:81b::200e", null],
  ["2001:4860:4860::8888", null],
  ["2003::1", null],
  ["127.0.0.1", SELF],
  ["127.255.255.254", SELF],
  ["::1", SELF],
  ["0:0:0:0:0:0:0:1", SELF],
  ["0.0.0.0", NONE],
  ["0.1.2.3", NONE],
  ["::", NONE],
  ["10.0.0.1", PRIVATE],
  ["10.255.255.255", PRIVATE],
  ["172.16.0.1", PRIVATE],
  ["172.31.255.255", PRIVATE],
  ["192.168.1.1", PRIVATE],
  ["fc00::1", PRIVATE],
  ["fdff:ffff::1", PRIVATE],
  ["fec0::1", PRIVATE],
  ["169.254.169.254", CLOUD],
  ["169.254.170.2", CLOUD],
  ["100.100.100.200", CLOUD],
  ["168.63.129.16", CLOUD],
  ["fd00:ec2::254", CLOUD],
  ["169.254.0.1", LINK],
  ["fe80::1", LINK],
  ["febf::1", LINK],
  ["fe80::1%eth0", LINK],
  ["100.64.0.1", SHARED],
  ["100.127.255.255", SHARED],
  ["::ffff:127.0.0.1", WITHIN],
  ["::ffff:8.8.8.8", WITHIN],
  ["::ffff:7f00:1", WITHIN],
  ["::127.0.0.1", WITHIN],
  ["64:ff9b::7f00:1", WITHIN],
  ["64:ff9b::8.8.8.8", WITHIN],
  ["64:ff9b:1::a00:1", WITHIN],
  ["2002:7f00:1::", WITHIN],
  ["2001:0:4136:e378::1", WITHIN],
  ["::ffff:0:a00:1", WITHIN],
  ["224.0.0.1", MANY],
  ["239.255.255.255", MANY],
  ["ff02::1", MANY],
  ["ff0e::1", MANY],
  ["240.0.0.1", RESERVED],
  ["255.255.255.255", RESERVED],
  ["192.0.0.1", RESERVED],
  ["192.0.2.1", RESERVED],
  ["198.18.0.1", RESERVED],
  ["198.51.100.7", RESERVED],
  ["203.0.113.9", RESERVED],
  ["192.88.99.1", RESERVED],
  ["2001:db8::1", RESERVED],
  ["3fff::1", RESERVED],
  ["100::1", RESERVED],
  ["4000::1", RESERVED],
  ["5f00::1", RESERVED],
  ["example.com", "not an IP address"],
  ["127.1", "not an IP address"],
]

describe("an address", () => {
  it.each(ADDRESSES)("%s: %s", (address, why) => expect(whyAddressRefused(address)).toBe(why))
})

const NAMES: Readonly<Record<string, readonly string[]>> = {
  "public.example": ["93.184.216.34"],
  "two.example": ["93.184.216.34", "2606:4700:4700::1111"],
  "private.example": ["10.0.0.7"],
  "mixed.example": ["93.184.216.34", "127.0.0.1"],
  "six.example": ["fd00::1"],
  "nothing.example": [],
}
const resolve = async (host: string): Promise<Address[]> => {
  const named = NAMES[host]
  if (!named) throw Object.assign(new Error("no such host"), { code: "ENOTFOUND" })
  return named.map((address) => ({ address, family: address.includes(":") ? 6 : 4 }))
}
const look = async (url: string, allow = "") => {
  const found = await destinationOf(url, readAllowed(allow), resolve)
  return "refused" in found ? found.refused : found.addresses.map((one) => one.address).join(" ")
}

const REFUSED: readonly (readonly [url: string, words: RegExp])[] = [
  ["http://127.0.0.1/", /^127\.0\.0\.1 is a loopback address/],
  ["http://127.1/", /^127\.0\.0\.1 is/],
  ["http://2130706433/", /^127\.0\.0\.1 is/],
  ["http://0x7f.0.0.1/", /^127\.0\.0\.1 is/],
  ["http://0177.0.0.1/", /^127\.0\.0\.1 is/],
  ["http://0x7f000001/", /^127\.0\.0\.1 is/],
  ["http://0/", /an unspecified address/],
  ["http://[::1]/", /^::1 is/],
  ["http://[::ffff:127.0.0.1]/", /embedded in IPv6/],
  ["http://[::ffff:a00:1]/", /embedded in IPv6/],
  ["http://[64:ff9b::10.0.0.1]/", /embedded in IPv6/],
  ["http://[fd00::1]/", /a private address/],
  ["http://１２７.0.0.1/", /^127\.0\.0\.1 is/],
  ["http://127。0。0。1/", /^127\.0\.0\.1 is/],
  ["https://169.254.169.254/latest/meta-data", /cloud metadata/],
  ["https://private.example/", /^private\.example resolves to 10\.0\.0\.7, which is a private address/],
  ["https://mixed.example/", /resolves to 127\.0\.0\.1/],
  ["https://six.example/", /resolves to fd00::1/],
  ["https://nowhere.example/", /^host nowhere\.example not found/],
  ["https://nothing.example/", /no IP address/],
  ["ftp://public.example/", /https:\/\/ or http:\/\//],
  ["file:///etc/passwd", /https:\/\/ or http:\/\//],
  ["javascript:alert(1)", /https:\/\/ or http:\/\//],
  ["https://ana:key@public.example/", /name and password/],
  ["https://ana@public.example/", /name and password/],
  ["https://public.example:22/", /port 22 is reserved/],
  ["https://public.example:25/", /port 25/],
  ["http://public.example:0/", /port 0/],
  ["https://public.example/#part", /after #/],
  ["public.example", /^enter an address such as/],
  ["https://public.example:99999/", /^enter an address such as/],
  ["", /^enter an address/],
]

describe("a receiver", () => {
  it.each(REFUSED)("%s is refused: %s", async (url, words) => expect(await look(url)).toMatch(words))

  it.each([
    ["https://public.example/alerts", "93.184.216.34"],
    ["http://public.example:80/", "93.184.216.34"],
    ["https://public.example:443/", "93.184.216.34"],
    ["https://public.example:8443/", "93.184.216.34"],
    ["https://two.example/", "93.184.216.34 2606:4700:4700::1111"],
    ["https://1.1.1.1/", "1.1.1.1"],
    ["https://[2606:4700:4700::1111]/", "2606:4700:4700::1111"],
    ["https://PUBLIC.example/", "93.184.216.34"],
  ])("%s is sent to, at %s", async (url, addresses) => expect(await look(url)).toBe(addresses))

  it("within the network is allowed only in ranges and on hosts that the owner named", async () => {
    expect(await look("http://127.0.0.1:3999/", "127.0.0.0/8")).toBe("127.0.0.1")
    expect(await look("https://private.example/", "10.0.0.0/24, hooks.internal")).toBe("10.0.0.7")
    expect(await look("https://private.example/", "Private.Example")).toBe("10.0.0.7")
    expect(await look("https://mixed.example/", "10.0.0.0/8")).toMatch(/127\.0\.0\.1/)
    expect(await look("http://[::1]/", "127.0.0.0/8")).toMatch(/^::1 is/)
    expect(await look("http://[::ffff:127.0.0.1]/", "127.0.0.0/8")).toMatch(/embedded/)
    expect(await look("https://six.example/", "fd00::/8")).toBe("fd00::1")
    expect(await look("https://public.example:22/", "public.example")).toMatch(/port 22/)
    expect(() => readAllowed("10.0.0.0/33")).toThrow()
    expect(() => readAllowed("https://hooks.internal")).toThrow(/not a host name or a range/)
  })
})
