/**
 * Weights of the signs as log odds. An entry likely goes to the place with the largest sum (softmax). Learned from the labeled entries of
 * `tests/unit/seed/labelled` by `fit.ts` there (without `settings-held-out.ts`); a test learns them again and compares. Signs without
 * labeled entries are set by hand: own section, stated audience, known statements, hints, company, own agent, kind.
 */
const WEIGHTS = {
  "own section": 20,
  "nothing else": 1.44,
  "coordination is rare": 0.42,
  "says who it is for": 4,
  "role's words": 2.83,
  "heading's words": 2,
  "heading names the role": 2,
  "predecessor's name": 1.2,
  "like what is held": 2.5,
  "told from elsewhere": 9,
  "heading's company": 1.5,
  "predecessor's company": 1.4,
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
