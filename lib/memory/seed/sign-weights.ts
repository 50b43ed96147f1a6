/**
 * How much each sign counts, as the logarithm of odds: an entry likely goes where the sum is largest, by softmax. Learnt from the labelled entries of
 * `tests/unit/seed/labelled` by `fit.ts` there (`settings-held-out.ts` left out); a test learns them anew and holds them beside these.
 * What no labelled entry has (own section, what it says of itself, what is held, told from elsewhere, company, own agent, kind) is set by hand.
 */
const WEIGHTS = {
  "own section": 20,
  "nothing else": 1.44,
  "coordination is rare": 0.42,
  "says who it is for": 4,
  "role's words": 2.83,
  "heading's words": 2,
  "like what is held": 2.5,
  "told from elsewhere": 9,
  "heading's company": 1.5,
  "its own agent's": 1.8,
  "reports a finding": 0.39,
  "the new agent's trade": 0.3,
  "holds for all": 1.67,
  "way of working": 1.08,
  "work that is handed in": 1.07,
  calendar: 0.62,
  "tools of all": 1.08,
  "heading for all": 2.18,
  "kind for all": 0.6,
  "heading on coordination": 2.37,
  "several roles": 2.63,
  "another agent": 2.2,
  "bringing together": 1.61,
  "perhaps together": 1.35,
  "hands over": 1.51,
  "order of work": 1.36,
  "people of a team": 0.94,
  "asks and tells": 1.67,
  "a person's name": 0.84,
}

export type SignName = keyof typeof WEIGHTS
export const SIGN_WEIGHTS: Readonly<Record<SignName, number>> = WEIGHTS
