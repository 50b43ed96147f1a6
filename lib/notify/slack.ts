import { post, type Way } from "./post"
import type { Sent } from "./sent"

/** Posts to an incoming webhook as Slack has them. Slack says in a word what is wrong: "no_team". */
export function sendSlack(
  { url, body }: { readonly url: string; readonly body: string },
  way: Way,
): Promise<Sent | null> {
  return post(
    {
      url,
      body,
      headers: () => ({}),
      wordsOf: (answer) => /^[a-z]+(?:_[a-z]+){0,6}$/.exec(answer.trim().slice(0, 60))?.[0] ?? null,
    },
    way,
  )
}
