import { findNoise } from "../../lexicon/noise"
import { alertOf } from "../rule"
import { aboutEntries, currentOf, isKept, never, ofEntries, type FileRule } from "./kept"

/** One such line tells of nothing. What is opened on demand may tell more of what passed than what every session loads. */
const LEAST_NOISE = 3
const LEAST_SHARE = 0.1
const LEAST_SHARE_OF_TOPIC = 0.2
/** From here on agents read more of what passed than of what holds. */
const MOSTLY = 1 / 3

/** Entries that say what a session did rather than what the next one should know, and those that the policy names. */
export const sessionNoise: FileRule = {
  find(file, { noisePhrases }) {
    if (!isKept(file) || file.format === "mcp-memory-graph") return []
    const phrases = noisePhrases.map((phrase) => phrase.toLowerCase())
    const current = currentOf(file)
    const named = current.filter(({ text }) => phrases.some((phrase) => text.toLowerCase().includes(phrase)))
    const noisy = current.filter((entry) => named.includes(entry) || findNoise(entry.text) !== null)
    // What a policy names is meant, however little of it there is.
    if (
      named.length === 0 &&
      (noisy.length < LEAST_NOISE ||
        noisy.length < current.length * (file.role === "topic" ? LEAST_SHARE_OF_TOPIC : LEAST_SHARE))
    )
      return []
    const severity =
      noisy.length >= LEAST_NOISE && noisy.length >= current.length * MOSTLY ? "warning" : "info"
    const message = `${ofEntries(noisy.length, current.length)} ${noisy.length === 1 ? "tells" : "tell"} of a session, not of what holds after it`
    return [
      alertOf("session-noise", {
        severity,
        message,
        ...aboutEntries(noisy, { noisy: noisy.length, entries: current.length }),
      }),
    ]
  },
  turns: never,
}
