/**
 * Returns a text without the characters at its end that match `ending`, an expression for one character.
 * Takes linear time, because `/[.,]+$/` takes quadratic time.
 */
export function trimEndOf(text: string, ending: RegExp): string {
  let end = text.length
  while (end > 0 && ending.test(text.charAt(end - 1))) end -= 1
  return text.slice(0, end)
}
