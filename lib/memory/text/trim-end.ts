/**
 * Returns a text without the characters at its end that match `ending`, an expression for one character. Reads each once: `/[.,]+$/`
 * looks at every run of them in the text, in quadratic time.
 */
export function trimEndOf(text: string, ending: RegExp): string {
  let end = text.length
  while (end > 0 && ending.test(text.charAt(end - 1))) end -= 1
  return text.slice(0, end)
}
