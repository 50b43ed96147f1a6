import { baseUrl } from "./environment"

/**
 * Returns why a request was not sent to an address of this server, or null. Protects against DNS rebinding,
 * where a foreign domain resolves to this machine: host names must be known, IP addresses are accepted.
 * QUARTERDECK_HOSTS lists further names, separated by spaces or commas: "quarterdeck:3000
 * memory.example.com".
 */
export function findForeignHostProblem(request: Request, env = process.env): string | null {
  const host = request.headers.get("host")?.toLowerCase() ?? ""
  if (!isOwn(host, env))
    return `Host: ${JSON.stringify(host.slice(0, 200))} is not an address of this deployment. Set NEXTAUTH_URL to the public address, or add the host to QUARTERDECK_HOSTS`
  const origin = request.headers.get("origin")
  if (origin === null) return null
  const from = URL.canParse(origin) ? new URL(origin) : null
  return from && (from.origin === new URL(baseUrl(env)).origin || from.host === host)
    ? null
    : "Origin: this request comes from another site"
}

function isOwn(host: string, env: NodeJS.ProcessEnv): boolean {
  const url = `http://${host}`
  if (host === "" || !URL.canParse(url)) return false
  const { hostname } = new URL(url)
  if (
    hostname === "localhost" ||
    hostname.endsWith(".localhost") ||
    hostname.startsWith("[") ||
    /^\d+(?:\.\d+){3}$/.test(hostname)
  )
    return true
  const named = (env.QUARTERDECK_HOSTS ?? "").toLowerCase().split(/[\s,]+/)
  return new URL(baseUrl(env)).host === host || named.includes(host) || named.includes(hostname)
}
