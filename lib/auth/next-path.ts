/** Returns the path to open after signing in, or `/` if it is not a path of this site. */
export function safeNext(next: string | null | undefined): string {
  if (!next || !/^\/(?![/\\])/.test(next) || /[\\\p{Cc}]/u.test(next)) return "/"
  const here = "http://here.invalid"
  const url = URL.canParse(next, here) ? new URL(next, here) : null
  if (url?.origin !== here) return "/"
  const path = url.pathname + url.search + url.hash
  // "/.//evil.example" is normalized to "//evil.example".
  return path.startsWith("//") ? "/" : path
}

/** Header with the path that the browser requested. The proxy sets it on each request. */
export const PATH_HEADER = "x-quarterdeck-path"
