/** Id of a source or team that does not exist. */
export const MISSING_ID = "00000000-0000-0000-0000-000000000000"
