/** The words of a command line as a shell cuts them: quotes kept together, and nothing behind `<`, `>` or `|`. */
export function wordsOfShell(line: string): string[] {
  const words: string[] = []
  for (const [whole, double, single] of line.matchAll(/"([^"]*)"|'([^']*)'|[^\s"']+/g)) {
    if (/^[<>|]$/.test(whole)) break
    words.push(double ?? single ?? whole)
  }
  return words
}
