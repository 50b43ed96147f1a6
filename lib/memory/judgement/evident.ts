import type { Judgement } from "./judge"

/** A denial of another sentence about the same is none of this one. */
const DENIED_ALIKE = 0.55

/** What both stand against each other in can be named, and the rest of them agrees. */
export function isEvident(
  { against: { evidence }, features, probabilities }: Judgement,
  alike: number,
): boolean {
  const of = (name: string) => features.get(name) ?? 0
  const isAlike = of("soft score") >= alike
  switch (evidence) {
    case "denial":
      return (
        of("soft score") >= DENIED_ALIKE &&
        ((of("denied share") >= 0.2 && of("denies differ") + of("denials differ") > 0) ||
          of("unspaced denials differ") > 0)
      )
    case "opposite":
      return of("opposite rest") >= 0.45
    case "number":
      return of("number rest") >= 0.5
    case "order":
      return isAlike && of("order swapped") >= 1 && of("order same") < of("order swapped")
    case "name":
      return isAlike && of("one gap") > 0 && of("words most") <= 12 && probabilities.contradiction >= 0.8
    case "choice":
      return of("alternative alone") > 0
    case "value":
      return isAlike && probabilities.contradiction >= 0.85
    case undefined:
    case null:
      return isAlike && of("one gap") > 0 && of("cause both") > 0
    default:
      return isAlike
  }
}
