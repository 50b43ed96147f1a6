import { findNoise } from "../../memory-files/session-noise-patterns"
import { alertOf } from "../rule"
import { aboutEntries, currentOf, isLastingMemory, onNoDay, ofEntries, type FileRule } from "./file-rule"

/**
 * The minimum number and shares of session notes. Topic files may have more, because they are opened on
 * demand.
 */
const LEAST_NOISE = 3
const LEAST_SHARE = 0.1
const LEAST_SHARE_OF_TOPIC = 0.2
/** Lowest share of session notes at which the alert is a warning. */
const MOSTLY = 1 / 3

/** Entries that describe a single session, or contain a phrase of the policy. */
export const sessionNoise: FileRule = {
  find(file, { noisePhrases }) {
    if (!isLastingMemory(file) || file.format === "mcp-memory-graph") return []
    const phrases = noisePhrases.map((phrase) => phrase.toLowerCase())
    const current = currentOf(file)
    const named = current.filter(({ text }) => phrases.some((phrase) => text.toLowerCase().includes(phrase)))
    const noisy = current.filter((entry) => named.includes(entry) || findNoise(entry.text) !== null)
    // A single phrase of the policy is enough.
    if (
      named.length === 0 &&
      (noisy.length < LEAST_NOISE ||
        noisy.length < current.length * (file.role === "topic" ? LEAST_SHARE_OF_TOPIC : LEAST_SHARE))
    )
      return []
    const severity =
      noisy.length >= LEAST_NOISE && noisy.length >= current.length * MOSTLY ? "warning" : "info"
    const message = `${ofEntries(noisy.length, current.length)} ${noisy.length === 1 ? "is a note" : "are notes"} about a single session`
    return [
      alertOf("session-noise", {
        severity,
        message,
        ...aboutEntries(noisy, { noisy: noisy.length, entries: current.length }),
      }),
    ]
  },
  turns: onNoDay,
}
