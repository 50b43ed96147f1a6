import { visibilityOf } from "@/lib/memory/teams/visibility"
import { z } from "zod"
import { commit } from "@/lib/db/infra/commit"
import { countViews, dropView, listViews, saveView } from "@/lib/db/inbox"
import type { Actor } from "@/lib/memory/teams/actor"
import { done, type Outcome, refused } from "@/lib/memory/inputs/outcome"
import { operation } from "../operation"
import { inTeam } from "../teams/team-and-project"

/** Maximum number of saved views per person. */
const MOST = 50

const view = z.object({
  name: z
    .string()
    .trim()
    .min(1, "enter a name for the view")
    .max(60, "a name can have at most 60 characters"),
  /** Query string without the question mark. */
  query: z.string().max(2_000),
})

export const listSavedViews = operation({
  name: "view.list",
  summary: "List your saved Inbox filters.",
  method: "GET",
  path: "/views",
  right: "read",
  input: z.object({ team: z.string() }),
  output: z.object({ views: z.array(view) }),
  run: (actor, input) =>
    inTeam(actor, "read", input.team, async (team) =>
      done({ views: actor.kind === "person" ? await listViews(visibilityOf(actor, team.id), actor.id) : [] }),
    ),
})

export const saveInboxView = operation({
  name: "view.save",
  summary: "Save an Inbox filter under a name. Only you can see the filter.",
  method: "POST",
  path: "/views",
  right: "read",
  input: view.extend({ team: z.string() }),
  output: view,
  run: (actor, { team: asked, ...one }) =>
    inTeam(actor, "read", asked, (team) =>
      asPerson(actor, async (userId) =>
        commit(actor, { kind: "view.save", teamId: team.id, subject: one.name }, async (tx) => {
          await saveView(tx, { teamId: team.id, userId, ...one })
          return (await countViews(tx, team.id, userId)) > MOST
            ? refused("too-many", `you can save at most ${MOST} views. Delete a view first`)
            : done(one)
        }),
      ),
    ),
})

export const deleteSavedView = operation({
  name: "view.delete",
  summary: "Delete a saved Inbox filter.",
  method: "DELETE",
  path: "/views/{name}",
  right: "read",
  input: z.object({ team: z.string(), name: z.string() }),
  output: z.object({ name: z.string() }),
  run: (actor, { team: asked, name }) =>
    inTeam(actor, "read", asked, (team) =>
      asPerson(actor, async (userId) =>
        commit(actor, { kind: "view.delete", teamId: team.id, subject: name }, async (tx) =>
          (await dropView(tx, team.id, userId, name))
            ? done({ name })
            : refused("not-found", `saved view not found: “${name}”`),
        ),
      ),
    ),
})

async function asPerson<T>(actor: Actor, work: (userId: string) => Promise<Outcome<T>>): Promise<Outcome<T>> {
  return actor.kind === "person"
    ? work(actor.id)
    : refused("forbidden", "access tokens cannot save views. Sign in as a person")
}
