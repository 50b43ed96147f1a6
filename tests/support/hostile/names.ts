/** Names that break code which does not treat names as plain data, grouped by the attack. */
export const HOSTILE_NAMES = {
  "inherited by plain objects": [
    "constructor",
    "__proto__",
    "toString",
    "hasOwnProperty",
    "valueOf",
    "isPrototypeOf",
    "__defineGetter__",
    "prototype",
  ],
  "devices of Windows": ["CON", "NUL", "aux.md", "com1"],
  "right to left": ["\u202egpj.exe", "מבקר", "\u2067agent\u2069", "وكيل"],
  "zero width": ["a\u200bgent", "\ufeffagent", "agent\u2060", "\u200d"],
  "too long": ["n".repeat(300), "é".repeat(150)],
  emoji: ["👩‍👩‍👧‍👦", "🏳️‍🌈", "e\u0301\u0301\u0301\u0301"],
  "percent escapes": ["%2e%2e", "%00", "%", "%c0%ae", "100%25"],
  paths: ["../../etc/passwd", "..", ".", "a/b", "a\\b", "/", "C:\\x"],
  quotes: [`"'\``, "';--", "$(id)", "{{7*7}}", "${7*7}"],
  markup: [`<script>quarterdeckRan(1)</script>`, `"><img src=x onerror=quarterdeckRan(1)>`, "&lt;b&gt;"],
  SQL: ["' OR 1=1 --", `"; DROP TABLE "user"; --`, "a\\' OR", "%' AND 'a' LIKE '%"],
  blanks: ["  agent  ", " ", "\tagent", "agent\n"],
  digits: ["0", "-1", "1e9", "007", "9007199254740993"],
  "literals of JSON": ["null", "undefined", "true", "NaN", "[object Object]", "{}"],
  "half a character": ["\ud800", "agent\udfff"],
} as const satisfies Readonly<Record<string, readonly string[]>>

/** Every hostile name. */
export const ALL_HOSTILE_NAMES: readonly string[] = Object.values(HOSTILE_NAMES).flat()

/** Hostile names that PostgreSQL can store: lone surrogates are refused as input. */
export const STORABLE_HOSTILE_NAMES: readonly string[] = ALL_HOSTILE_NAMES.filter((name) =>
  name.isWellFormed(),
)
