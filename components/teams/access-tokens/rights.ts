import { TOKEN_RIGHTS, type TokenRight } from "@/lib/memory/teams/actor"

/** Said behind the right's name: "propose entries, …". None lets an agent decide. */
export const RIGHT_WORDS: Record<TokenRight, string> = {
  read: "memory, and search it",
  propose: "entries, which a person decides on",
  sync: "files, in and out",
  coach: "the fleet: read across agents, submit syntheses",
  admin: "members and access tokens",
}

export function rightsToGive(owns: boolean): TokenRight[] {
  return TOKEN_RIGHTS.filter((right) => owns || right !== "admin")
}
