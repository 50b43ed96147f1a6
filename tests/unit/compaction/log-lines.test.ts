import { describe, expect, it } from "vitest"
import { linesOfLog, withoutClock } from "@/lib/memory/compaction/log-notes"
import { withTimeLimit } from "../../support/isolated/time-limit"

const SAID = "Never restart the mailer by hand."

describe("the clock time of a log line", () => {
  it.each([
    "09:30",
    "9:30",
    "09:30:12",
    "[14:05]",
    "(14:05)",
    "14:05 –",
    "14:05 -",
    "14:05:",
    "**14:05**",
    "**14:05:**",
    "`14:05`",
    "9:30 am",
    "9:30am –",
    "10 PM:",
    "09:30 UTC",
    "14:05–14:30:",
    "14:05 - 15:10 |",
    "2026-11-02T09:30Z",
    "2026-11-02T09:30:12.250Z",
    "2026-11-02T09:30+02:00",
    "[2026-11-02 09:30]",
    "~14:05",
    "9h30",
    "14:05 Uhr:",
  ])("is removed from the kept text: %s", (time) => {
    expect(withoutClock(`${time} ${SAID}`)).toBe(SAID)
  })

  it.each([
    "14:00 is when the exports begin.",
    "22:00–07:00 are quiet hours.",
    "09:00 every Monday the report goes out.",
    "24 hours pass before a retry.",
    "3:1 is the ratio of reads.",
    "1. Never restart the mailer.",
    "Restart at 09:30 only.",
    "2026-11-02 is the last day.",
    "14:05",
  ])("is kept as a part of the text: %s", (text) => {
    expect(withoutClock(text)).toBe(text)
  })
})

describe("a separator line in a log", () => {
  it.each(["*", "_", "-", "~", "[", "`", " ", "\t", "* ", "**_", "[(", "14:05 ", "14:05*", "2026-11-02 "])(
    "is read in linear time: %j",
    (unit) => {
      const line = unit.repeat(60_000 / unit.length)
      expect(withTimeLimit(() => withoutClock(line).length)).toBeGreaterThan(0)
      expect(withTimeLimit(() => linesOfLog({ text: `${line}x`, line: 1, section: null }).length)).toBe(1)
    },
  )

  it("keeps its text", () => {
    expect(withoutClock("*".repeat(60))).toBe("*".repeat(60))
    expect(withoutClock("_".repeat(60))).toBe("_".repeat(60))
  })

  it("after a clock time keeps the words after a run of spaces", () => {
    expect(withTimeLimit(() => withoutClock(`14:05${" ".repeat(60_000)}is late`))).toMatch(/^14:05 +is late$/)
  })
})

describe("an entry of a log", () => {
  const read = (text: string) => linesOfLog({ text, line: 7, section: "Notes" })

  it("is one line where nothing parts it, with its clock time in the words of the log alone", () => {
    expect(read(`09:30 ${SAID}\nIt loses its queue.`)).toEqual([
      {
        line: 7,
        text: `${SAID}\nIt loses its queue.`,
        written: `09:30 ${SAID}\nIt loses its queue.`,
        section: "Notes",
      },
    ])
  })

  it("is as many lines as begin with a clock time", () => {
    expect(
      read("09:30 Restarted the mailer.\n09:41 Its queue was empty,\nas feared.\n[09:50] Wrote to Ada.").map(
        ({ line, text }) => [line, text],
      ),
    ).toEqual([
      [7, "Restarted the mailer."],
      [8, "Its queue was empty,\nas feared."],
      [10, "Wrote to Ada."],
    ])
  })

  it("is separate from the items below it, which belong to it if it is a label", () => {
    expect(
      read(`Lessons:\n  - ${SAID}\n  - 10:20 Ada owns the queue.`).map(({ line, text, section }) => [
        line,
        text,
        section,
      ]),
    ).toEqual([
      [7, "Lessons:", "Notes"],
      [8, SAID, "Lessons"],
      [9, "Ada owns the queue.", "Lessons"],
    ])
    expect(read(`Restarted the mailer twice.\n  - ${SAID}`).map(({ section }) => section)).toEqual([
      "Notes",
      "Notes",
    ])
  })

  it("is split at sentences that start a line and are self-contained", () => {
    expect(read("Restarted the mailer.\nAda owns its queue.\nIt was empty.").map(({ text }) => text)).toEqual(
      ["Restarted the mailer.", "Ada owns its queue.\nIt was empty."],
    )
    expect(read("Restarted the mailer, whose\nqueue Ada owns.\nAda was out.")).toHaveLength(1)
  })

  it("is marked as a task if it is one", () => {
    expect(read("Mailer\n  - [ ] Restart the mailer by hand").map((one) => one.text)).toEqual([
      "Mailer",
      "[ ] Restart the mailer by hand",
    ])
  })

  it("keeps its code together", () => {
    const text = "Run this:\n```\n- one\n09:30 two\n```"
    expect(read(text).map((one) => one.written)).toEqual([text])
  })
})
