import { ROLES, type Role } from "@/lib/memory/teams/actor"

/** Descriptions of the roles, shown where a role is chosen. */
export const ROLE_WORDS: Record<Role, string> = {
  viewer: "can view memory",
  member: "can view and propose changes",
  lead: "can review, import and invite",
  owner: "has full access to this team",
}

/** Returns the roles that the current user may assign. Only owners can make owners. */
export function rolesToGive(owns: boolean): Role[] {
  return ROLES.filter((role) => owns || role !== "owner")
}
