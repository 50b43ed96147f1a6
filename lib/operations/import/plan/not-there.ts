/** Id of a source or team that does not exist. */
export const NOT_THERE = "00000000-0000-0000-0000-000000000000"
