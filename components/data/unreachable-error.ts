/** The server did not respond. A retry may help. */
export class UnreachableError extends Error {}
