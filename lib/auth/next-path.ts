/** Where to go after signing in: a path of this site, else `/`. Anything a browser could read as another site is not one. */
export function safeNext(next: string | null | undefined): string {
  if (!next || !/^\/(?![/\\])/.test(next) || /[\\\p{Cc}]/u.test(next)) return "/"
  const here = "http://here.invalid"
  const url = URL.canParse(next, here) ? new URL(next, here) : null
  if (url?.origin !== here) return "/"
  const path = url.pathname + url.search + url.hash
  // "/.//evil.example" normalises to "//evil.example".
  return path.startsWith("//") ? "/" : path
}

/** Set by the proxy on each request: what the browser asked for. Pages cannot read it elsewhere. */
export const PATH_HEADER = "x-quarterdeck-path"
