export const MAY_NOT = "You do not have permission to review items. Ask a team lead"

export const DECIDED = "Already decided"
