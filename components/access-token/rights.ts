import { TOKEN_RIGHTS, type TokenRight } from "@/lib/memory/actor"

/** What a right lets an agent do. None lets it decide. */
export const RIGHT_WORDS: Record<TokenRight, string> = {
  read: "read memory and search it",
  propose: "propose entries, which a person decides on",
  sync: "send files in and fetch them back",
  coach: "read across agents and submit syntheses",
  admin: "manage members and access tokens",
}

export function rightsToGive(owns: boolean): TokenRight[] {
  return TOKEN_RIGHTS.filter((right) => owns || right !== "admin")
}
