/**
 * Splits a command line into words like a shell: quotes are respected, everything after `<`, `>` or `|` is
 * ignored.
 */
export function wordsOfShell(line: string): string[] {
  const words: string[] = []
  for (const [whole, double, single] of line.matchAll(/"([^"]*)"|'([^']*)'|[^\s"']+/g)) {
    if (/^[<>|]$/.test(whole)) break
    words.push(double ?? single ?? whole)
  }
  return words
}
