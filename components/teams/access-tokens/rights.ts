import { TOKEN_RIGHTS, type TokenRight } from "@/lib/memory/teams/actor"

/** Descriptions of the rights. No right lets an agent approve or reject proposals. */
export const RIGHT_WORDS: Record<TokenRight, string> = {
  read: "view and search memory",
  propose: "propose entries for review",
  sync: "import and export files",
  coach: "read the memory of all agents and submit syntheses",
  admin: "manage members and access tokens",
}

export function rightsToGive(owns: boolean): TokenRight[] {
  return TOKEN_RIGHTS.filter((right) => owns || right !== "admin")
}
