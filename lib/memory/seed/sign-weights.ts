/**
 * Weights of the signs as log odds. An entry likely goes to the place with the largest sum (softmax). Learned from the labeled entries of
 * `tests/unit/seed/labelled` by `fit.ts` there (without `settings-held-out.ts`); a test learns them again and compares. Signs without
 * labeled entries are set by hand: own section, stated audience, known statements, hints, company of headings and of predecessors, own agent, kind.
 */
const WEIGHTS = {
  "own section": 20,
  "nothing else": 1.47,
  "coordination is rare": 0.39,
  "says who it is for": 4,
  "role's words": 2.83,
  "heading's words": 1.71,
  "heading names the role": 2.28,
  "predecessor's name": 1.15,
  "like what is held": 2.5,
  "told from elsewhere": 9,
  "heading's company": 1.5,
  "predecessor's company": 1.4,
  "its own agent's": 1.8,
  "reports a finding": 0.33,
  "the new agent's trade": 0.35,
  "holds for all": 1.59,
  "way of working": 1.01,
  "work that is handed in": 1.1,
  calendar: 0.64,
  "tools of all": 1.05,
  "heading for all": 2.15,
  "kind for all": 0.6,
  "heading on coordination": 2.22,
  "several roles": 2.66,
  "another agent": 2.2,
  "bringing together": 1.61,
  "perhaps together": 1.33,
  "hands over": 1.48,
  "order of work": 1.22,
  "people of a team": 1,
  "asks and tells": 1.64,
  "a person's name": 0.72,
}

export type SignName = keyof typeof WEIGHTS
export const SIGN_WEIGHTS: Readonly<Record<SignName, number>> = WEIGHTS
