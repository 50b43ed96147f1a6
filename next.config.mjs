import { redirectsOfOldAddresses } from "./components/shell/old-addresses.mjs"

/** What every response says. The policy that pages need a nonce for comes from proxy.ts. */
const headers = [
  { key: "X-Content-Type-Options", value: "nosniff" },
  { key: "X-Frame-Options", value: "DENY" },
  // Nothing goes to another site. Not no-referrer: with it, browsers send `Origin: null` with our own forms, which then look forged.
  { key: "Referrer-Policy", value: "same-origin" },
  { key: "Cross-Origin-Opener-Policy", value: "same-origin" },
  { key: "Cross-Origin-Resource-Policy", value: "same-origin" },
  { key: "Permissions-Policy", value: "camera=(), geolocation=(), microphone=(), payment=(), usb=()" },
]

/** @type {import("next").NextConfig} */
export default {
  poweredByHeader: false,
  reactStrictMode: true,
  // These find files beside themselves, start threads of their own, or are tables of megabytes, which no bundle needs.
  serverExternalPackages: [
    "pg",
    "@prisma/adapter-pg",
    "@prisma/client",
    "tar-stream",
    "yauzl",
    "gpt-tokenizer",
    "@modelcontextprotocol/sdk",
    "rate-limiter-flexible",
  ],
  // npm test and npm run check look at the types; a start need not wait for that.
  typescript: { ignoreBuildErrors: true },
  // The clone is the whole project, whatever lockfiles lie in the folders above.
  turbopack: { root: import.meta.dirname },
  devIndicators: false,
  redirects: async () => redirectsOfOldAddresses(),
  headers: async () => [
    { source: "/:path*", headers },
    {
      source: "/api/:path*",
      headers: [{ key: "Content-Security-Policy", value: "default-src 'none'; frame-ancestors 'none'" }],
    },
    // Pictures of a score, for pages of other sites.
    {
      source: "/api/badge/:path*",
      headers: [{ key: "Cross-Origin-Resource-Policy", value: "cross-origin" }],
    },
  ],
}
