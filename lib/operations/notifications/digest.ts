import { visibilityOf } from "@/lib/memory/teams/visibility"
import { z } from "zod"
import { commit } from "@/lib/db/infra/commit"
import { findDigest, setDigest } from "@/lib/db/notifications/digests"
import { localTime } from "@/lib/memory/notifications/local-time"
import { timeZoneName } from "@/lib/memory/notifications/quiet-hours"
import { done, refused } from "@/lib/memory/inputs/outcome"
import { mailServer } from "@/lib/notify/mail"
import { operation } from "../operation"
import { inTeam } from "../teams/team-of"
import { team } from "./channels"

const wish = z.object({ hour: z.number(), timeZone: z.string() })

export const showDigest = operation({
  name: "digest.show",
  summary: "Show your daily digest setting for a team.",
  method: "GET",
  path: "/teams/{team}/digest",
  right: "read",
  input: z.object({ team }),
  output: z.object({
    digest: wish.nullable().describe("Null if off"),
    mail: z.boolean().describe("True if the server can send email"),
    sentOn: z
      .string()
      .nullable()
      .describe("The day when the last digest was sent, or the last day with nothing to send"),
  }),
  run: (actor, { team: asked }) =>
    inTeam(actor, "read", asked, async ({ id }) => {
      const digest = actor.kind === "person" ? await findDigest(visibilityOf(actor, id), actor.id) : null
      return done({
        digest: digest && { hour: digest.hour, timeZone: digest.timeZone },
        mail: mailServer() !== null,
        sentOn: digest?.sentOn ?? null,
      })
    }),
})

export const setOwnDigest = operation({
  name: "digest.set",
  summary:
    "Turn on your daily digest for a team at a specified hour, or turn it off. The digest is sent only if something needs your attention.",
  method: "PUT",
  path: "/teams/{team}/digest",
  right: "read",
  example: { team: "main", digest: { hour: 8, timeZone: "Europe/Berlin" } },
  input: z.object({
    team,
    digest: z
      .object({
        hour: z
          .int("must be a whole hour from 0 to 23")
          .min(0, "must be a whole hour from 0 to 23")
          .max(23, "must be a whole hour from 0 to 23"),
        timeZone: timeZoneName,
      })
      .strict()
      .nullable()
      .describe("Null if off"),
  }),
  output: z.object({ digest: wish.nullable() }),
  run: (actor, { team: asked, digest }) =>
    inTeam(actor, "read", asked, async ({ id: teamId, name }) => {
      if (actor.kind !== "person")
        return refused("forbidden", "access tokens cannot get a digest. Sign in as a person")
      const now = localTime(new Date(), digest?.timeZone ?? "UTC")
      return commit(
        actor,
        {
          kind: digest === null ? "digest.unset" : "digest.set",
          teamId,
          subject: name,
          detail: digest ?? {},
        },
        async (tx) => {
          const before = await findDigest(visibilityOf(actor, teamId), actor.id, tx)
          // An hour that has passed today takes effect tomorrow. A day has one digest, however often the hour
          // is changed.
          const today = digest !== null && now.minutes >= digest.hour * 60 ? now.day : null
          await setDigest(
            tx,
            { teamId, userId: actor.id },
            digest && {
              ...digest,
              sentOn:
                [today, before?.sentOn ?? null]
                  .filter((day) => day !== null)
                  .toSorted()
                  .at(-1) ?? null,
            },
          )
          return done({ digest })
        },
      )
    }),
})
