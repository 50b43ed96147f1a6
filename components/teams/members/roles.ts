import { ROLES, type Role } from "@/lib/memory/teams/actor"

/** What a role adds, least first; said where a role is chosen. */
export const ROLE_WORDS: Record<Role, string> = {
  viewer: "reads what the agents remember",
  member: "reads, and proposes corrections",
  lead: "decides, imports, invites people",
  owner: "everything in this team",
}

/** The roles that somebody may give: owners are made by owners. */
export function rolesToGive(owns: boolean): Role[] {
  return ROLES.filter((role) => owns || role !== "owner")
}
