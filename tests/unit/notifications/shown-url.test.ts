import { expect, it } from "vitest"
import { kindOfAddress, shownUrl } from "@/lib/memory/notifications/channel-addresses"

it.each([
  ["https://example.com/alerts?key=hidden", "https://example.com/alerts?…"],
  [
    "https://chat.example.com/api/webhooks/1290000000000000001/aB3dE5gH7jK9mN1pQ3sT5vX7zB9dF1hJ",
    "https://chat.example.com/api/webhooks/1290000000000000001/…F1hJ",
  ],
  [
    "https://example.com/hooks/3f2b1c7a-9d10-4e52-8c4d-0aa1b2c3d4e5/team-notifications",
    "https://example.com/hooks/…d4e5/team-notifications",
  ],
])("of the address of a webhook no key is shown: %s", (url, shown) => {
  expect(shownUrl("webhook", url)).toBe(shown)
})

it.each([
  [["https://hooks.slack.com/services/T0/B0/x"], "slack"],
  [["https://hooks.slack-gov.com/services/T0/B0/x"], "slack"],
  [["https://hooks.slack.com.example.com/services"], "webhook"],
  [["https://ana@example.com/alerts"], "webhook"],
  [["ana@example.com", "ben@example.com"], "email"],
  [["ana@example.com", "ben"], null],
  [[], null],
])("recognizes the kind of channel from its address: %j", (addresses, kind) => {
  expect(kindOfAddress(addresses)).toBe(kind)
})
