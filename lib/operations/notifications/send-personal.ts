import {
  claimPersonalMails,
  type DueMail,
  giveBackPersonalMail,
} from "@/lib/db/notifications/personal-notices"
import { nextAttempt } from "@/lib/memory/notifications/backoff"
import { personalMail } from "@/lib/memory/notifications/mention-and-assignment-mail"
import { type MailServer, mailServer, sendMail } from "@/lib/notify/mail"
import { itemUrl, settingsUrl } from "./message-links"

/**
 * Mails people about mentions, comments and assignments that were not mailed yet. Returns the number of
 * mails. Returns 0 without a mail server.
 */
export async function sendPersonalMails(now: Date): Promise<number> {
  const server = mailServer()
  if (server === null) return 0
  const due = await claimPersonalMails(now)
  for (const one of due) await sendTo(server, one, now)
  return due.length
}

async function sendTo(server: MailServer, due: DueMail, now: Date): Promise<void> {
  const { team, slug, email, notices } = due
  const [first] = notices
  const sent = await sendMail(
    {
      ...personalMail({
        team,
        notices: notices.map((one) => ({
          ...one,
          url: itemUrl(slug, one.subjectKind, one.subjectId),
        })),
        settings: settingsUrl(slug),
      }),
      to: [email],
      id: `personal-${first?.id}`,
    },
    { server },
  )
  if (sent?.arrived) return
  const nextAt = nextAttempt({ attempts: first?.attempts ?? 1, at: now, retryAfter: null })
  if (nextAt !== null)
    await giveBackPersonalMail(
      due.teamId,
      notices.map((one) => one.id),
      nextAt,
    )
}
