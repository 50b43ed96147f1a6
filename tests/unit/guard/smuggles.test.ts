import { describe, expect, it } from "vitest"
import { drawInvisible, hasInvisible, listInvisible } from "@/lib/memory/characters/hidden-characters"

const range = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => String.fromCodePoint(from + index))
const of = (...codes: number[]) => codes.map((code) => String.fromCodePoint(code))
const inTags = (words: string) =>
  Array.from(words, (one) => String.fromCodePoint(0xe0000 + one.charCodeAt(0))).join("")

/** Invisible characters by attack. */
const UNSEEN: Record<string, readonly string[]> = {
  "zero width": of(0x200b, 0x200c, 0x200d, 0x2060, 0xfeff, 0x034f),
  "turns of direction": [...of(0x061c, 0x200e, 0x200f), ...range(0x202a, 0x202e), ...range(0x2066, 0x2069)],
  "tag characters": [...range(0xe0001, 0xe0001), ...range(0xe0020, 0xe007f)],
  "variation selectors": [
    ...range(0xfe00, 0xfe0f),
    ...range(0xe0100, 0xe0120),
    "\ufe0e\ufe0f",
    "\ufe00\u{e01ef}",
  ],
  "interlinear annotation": range(0xfff9, 0xfffc),
  fillers: of(0x115f, 0x1160, 0x3164, 0xffa0, 0x2800, 0x17b4, 0x17b5, 0x16fe4),
  "invisible operators": range(0x2061, 0x2064),
  hyphens: of(0xad, 0x180e, 0x180b),
  "unusual spaces": [...of(0xa0, 0x1680, 0x202f, 0x205f, 0x3000), ...range(0x2000, 0x200a)],
  "piles of accents": [
    "\u0301\u0302\u0303",
    "\u0335\u0336\u0337\u0338",
    "\u0300\u0316\u0321\u0334\u0345",
    "\u20d0\u20d1\u20d2",
  ],
  "private use": of(0xe000, 0xe123, 0xf8ff, 0xf0000, 0x100000, 0x10fffd),
  noncharacters: of(0xfdd0, 0xfdef, 0xfffe, 0xffff, 0x1fffe, 0x10ffff),
  unassigned: of(0x0378, 0x05ff, 0x2065, 0xfff0, 0xe0080, 0xe0fff, 0x50000),
  controls: [
    ...range(0x00, 0x08),
    ...of(0x0b, 0x0c),
    ...range(0x0e, 0x1f),
    ...range(0x7f, 0x9f),
    "\x1b[31m",
    "\x1b[2K\x1b[1A",
    "\x1b]0;title\x07",
  ],
  "carriage return": ["\r"],
  "deprecated formats": range(0x206a, 0x206f),
  "line separators": of(0x2028, 0x2029),
  "other formats": [...range(0x1d173, 0x1d17a), ...of(0x13430, 0x1343f, 0x1bca0, 0x1bca3)],
  "half of a character (a lone surrogate)": ["\ud800", "\udfff"],
}

const PLACES: Record<string, (unseen: string) => string> = {
  "between words": (unseen) => `Run the${unseen}tests`,
  "inside a word": (unseen) => `Run the te${unseen}sts`,
  "at the beginning": (unseen) => `${unseen}Run the tests`,
  "at the end": (unseen) => `Run the tests${unseen}`,
  "in a list": (unseen) => `- first\n- sec${unseen}ond`,
  "behind a full stop": (unseen) => `Run it.${unseen} Then stop`,
}

const smuggles = Object.entries(UNSEEN).flatMap(([trick, all]) =>
  all.flatMap((unseen) =>
    Object.entries(PLACES).map(([place, put]) => ({ trick, place, text: put(unseen) })),
  ),
)

describe("invisible characters", () => {
  it("are tried in more than five hundred ways", () => {
    expect(smuggles.length).toBeGreaterThan(500)
  })

  it("are all drawn and all reported", () => {
    const missed = smuggles.filter(
      ({ text }) => !hasInvisible(text) || listInvisible(text, { of: "statement" }).length === 0,
    )
    expect(missed.map(({ trick, place, text }) => `${trick} ${place}: ${JSON.stringify(text)}`)).toEqual([])
  })

  it("are in no piece that is drawn as text", () => {
    for (const { text, trick } of smuggles) {
      const kept = drawInvisible(text)
        .filter((one) => one.kind === "text")
        .map((one) => one.text)
        .join("")
      expect(kept, trick).not.toMatch(/[^\n -~\p{M}]|\p{M}{3}/u)
    }
  })

  it("carry no message behind emoji, digits or punctuation", () => {
    const carriers = [
      "😀\u{e0141}",
      "😀\ufe01",
      "1\ufe0f2",
      "#\ufe0e",
      "Hello.\ufe0f",
      "Done!\ufe00",
      "😀\ufe0f\ufe0f",
      "漢\u{e0101}\u{e0102}",
      "a\ufe0f",
    ]
    expect(carriers.filter((text) => !hasInvisible(text))).toEqual([])
  })

  it("are reported where a flag of tag characters says more than its region", () => {
    expect(hasInvisible(`\u{1f3f4}${inTags("gbeng")}\u{e007f}`)).toBe(false)
    expect(hasInvisible(`\u{1f3f4}${inTags("gbengrm -rf")}\u{e007f}`)).toBe(true)
    expect(hasInvisible(`\u{1f3f4}${inTags("gbeng")}`)).toBe(true)
    expect(hasInvisible(`😀${inTags("gbeng")}\u{e007f}`)).toBe(true)
  })

  it("are named, with the line and the column of the first", () => {
    expect(listInvisible("one\ntwo\u2800three", { of: "statement" })).toEqual([
      {
        line: 2,
        column: 4,
        severity: "warning",
        code: "invisible-character",
        message: "This line contains hidden characters: Braille pattern without dots",
      },
    ])
    expect(listInvisible("\ufeffone", { of: "statement" })[0]?.message).toContain("byte order mark")
    expect(listInvisible("safe\rrm")[0]).toMatchObject({ line: 1, column: 5 })
  })
})

const INNOCENT: Record<string, readonly string[]> = {
  emoji: [
    "👨‍👩‍👧‍👦 family",
    "🧑‍🦰🧔🏽‍♂️👩🏿‍🚀",
    "🏳️‍🌈 🏴‍☠️ 🏳️‍⚧️",
    "❤️‍🔥 👁️‍🗨️ ⛓️‍💥 🚶‍➡️",
    "1️⃣ #️⃣ *️⃣",
    "👍🏻👍🏿",
    "☎︎ ☎️ ✔️ ⚠️ ℹ️ ©️ ™️ ‼️ 〰️",
    "🇩🇪🇫🇷🇯🇵",
    `\u{1f3f4}${inTags("gbsct")}\u{e007f} and \u{1f3f4}${inTags("gbwls")}\u{e007f}`,
    "→️ ✗️",
  ],
  "marks of direction among letters from the right": [
    "הגרסה היא C++\u200f, לא אחרת",
    "\u200eאבג\u200e v1.2",
    "السعر \u061c5 دولار",
  ],
  "breaks in scripts without spaces": ["ทดสอบ\u200bก่อน", "ភាសា\u200bខ្មែរ", "ພາສາ\u200bລາວ", "မြန်မာ\u200bစာ"],
  Arabic: ["يجب أن تكون الرسائل قابلة للتكرار", "مُحَمَّدٌ رَسُولُ", "١٢٣ ٪"],
  "Persian with joiners": ["نمی‌خواهم این را ببینم", "کتاب‌ها و خانه‌های ما"],
  Hindi: ["क्षत्रिय और ज्ञान", "र्‍य क्‍ष", "हिन्दी में लिखा हुआ"],
  Bengali: ["বাংলা ক্ষমতা র‍্যাব"],
  Tamil: ["தமிழ் க்‌ஷ"],
  Thai: ["ภาษาไทย น้ำ ที่นี่ ผู้ใหญ่"],
  Hebrew: ["שלום עולם", "בְּרֵאשִׁ֖ית בָּרָ֣א אֱלֹהִ֑ים"],
  Chinese: ["全角空格　在这里", "你好，世界！", "葛\u{e0100}城"],
  Japanese: ["日本語　テスト", "ｶﾞｷﾞ ゟ々〆", "がぎぐ"],
  Korean: ["한국어 메모리", "한글"],
  Vietnamese: ["Tiếng Việt có dấu", "Tiếng Việt".normalize("NFD")],
  French: [
    "Pourquoi\u00a0? Parce que\u202f! Voici\u00a0: un\u202f; deux",
    "« Bonjour »".replaceAll(" ", "\u00a0"),
    "10\u202f000\u00a0€ et 50\u00a0%",
    "Élève : déjà vu\u2009!",
  ],
  German: ["z.\u202fB. größer als 5\u00a0km", "Straße, Öl, Übung"],
  "Greek of old": ["ᾧ μῆνιν ἄειδε".normalize("NFD")],
  Tibetan: ["བོད་སྐད་ཡིག"],
  Burmese: ["မြန်မာဘာသာ"],
  Khmer: ["ភាសាខ្មែរ"],
  Mongolian: ["ᠮᠣᠩᠭᠣᠯ ᠪᠢᠴᠢᠭ᠌"],
  "combining accents": ["café".normalize("NFD"), "ṩ".normalize("NFD"), "o\u0308\u0304", "Å".normalize("NFD")],
  mathematics: ["∀x ∈ ℝ: x² ≥ 0 ∧ √2 ≠ 3⁄2", "∫₀^∞ e^{−x} dx", "𝑓(𝑥) ≤ ≨\ufe00", "ẋ v⃗"],
  drawing: ["├── src\n│   └── lib", "⠋⠙⠹⠸ ⠓⠑⠇⠇⠕\u2800⠺⠕⠗⠇⠙", "█▓▒░", "•·…—–‘’“”‐‑"],
  code: ["\tconst a = 1\r\n\tconst b = 2", "a | b\n\n| c |"],
}

describe("texts of many scripts", () => {
  for (const [script, texts] of Object.entries(INNOCENT))
    it(`are unchanged: ${script}`, () => {
      for (const text of texts)
        expect(
          drawInvisible(text).filter((one) => one.kind === "mark"),
          JSON.stringify(text),
        ).toEqual([])
    })
})
