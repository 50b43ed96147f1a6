/** Common sentence verbs and the words before their objects. A short list is enough, because most statements contain one of them. */
const VERB =
  /\b(?:is|are|was|were|be|been|has|have|had|must|may|should|can|could|will|would|shall|do|does|did|don't|doesn't|isn't|aren't|won't|can't|needs?|gets?|got|goes|go|comes?|runs?|uses?|lives?|sits?|keeps?|takes?|makes?|starts?|begins?|ends?|owns?|sends?|reads?|writes?|belongs?|said|says|put|ask|signs?|signed|stops?|stopped|skips?|skipped|fails?|failed|works?|knows?|lets?|allows?|applies|calls?|answers?|stores?|owns|[a-z]{3,}ed (?:the|a|an|in|on|to|by|from|at|for|with|only|every|all)|[a-z]{3,}s (?:the|an?|only|every|all|to|by)|ist|sind|wird|werden|muss|müssen|darf|dürfen|est|sont|es|son|está|é|são|deve|debe)\b|[\p{Script=Han}\p{Script=Hiragana}\p{Script=Hangul}]/iu

const LONGEST = 600

/** True if a text asserts something. A label, a heading or a name only points to a thing. */
export const saysSomething = (text: string): boolean => VERB.test(text.slice(0, LONGEST))
