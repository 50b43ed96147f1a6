/** Stands for a source or a team that is not there: nothing is known of it. */
export const NOT_THERE = "00000000-0000-0000-0000-000000000000"
