/**
 * Words that show the section of Kaizen memory for an entry without one, based on the project memory
 * convention. The first match wins. To add a word, add a sentence to its test.
 */
const SIGNS: readonly (readonly [section: string, words: RegExp])[] = [
  // "Things noticed but not yet acted on"
  [
    "Open Threads",
    /\b(?:to-?do|not yet|open question|follow[- ]?up|unresolved|unclear|still (?:needs?|lacks?|missing|open|fails?)|lacks? (?:a|an|any|tests?)|needs? (?:a|an|to be)|(?:is|are) missing)\b/i,
  ],
  // "Recurring risks, traps, or areas requiring extra care"
  [
    "Watch Points",
    /\b(?:beware|careful(?:ly)?|watch out|risk(?:s|y)?|traps?|pitfalls?|gotchas?|fragile|flaky|easy to miss|silently)\b/i,
  ],
  // "Approaches that produced good results in this project"
  [
    "What Worked",
    /^(?!.*\b(?:not|n't|never|nothing)\b).*\b(?:worked|works (?:well|best)|helped|paid off|did the trick|solved|sped up)\b/i,
  ],
]

/** The section of Kaizen memory for all other entries. */
const FINDINGS = "Accumulated Findings"

/**
 * Returns the section of Kaizen memory for an entry without one. If the file lacks that section, returns
 * "Accumulated Findings".
 */
export function findingSection(text: string, sections: readonly string[]): string {
  const shown = SIGNS.find(([, words]) => words.test(text))?.[0]
  return shown !== undefined && sections.includes(shown) ? shown : FINDINGS
}
