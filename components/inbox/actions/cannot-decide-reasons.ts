export const NO_PERMISSION = "You do not have permission to review items. Ask a team lead to review them"

export const ALREADY_DECIDED = "Already decided"
