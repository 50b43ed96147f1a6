export const MAY_NOT = "Your role does not allow decisions. Ask a team lead"

export const DECIDED = "Already decided"
