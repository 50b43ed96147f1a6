import { post, type PostOptions } from "./post"
import type { SendResult } from "./sent"

/**
 * Posts to a Slack-compatible incoming webhook. Slack returns errors as one word, such as "no_team". Null if
 * `begin` returned false.
 */
export function sendSlack(
  { url, body }: { readonly url: string; readonly body: string },
  way: PostOptions,
): Promise<SendResult | null> {
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
