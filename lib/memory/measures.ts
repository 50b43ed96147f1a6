/** Number words; `one` is left out, as it mostly stands for something named before. */
export const numberWords: ReadonlyMap<string, string> = new Map(
  Object.entries({
    two: 2,
    three: 3,
    four: 4,
    five: 5,
    six: 6,
    seven: 7,
    eight: 8,
    nine: 9,
    ten: 10,
    eleven: 11,
    twelve: 12,
    fifteen: 15,
    twenty: 20,
    thirty: 30,
    forty: 40,
    fifty: 50,
    sixty: 60,
    ninety: 90,
    hundred: 100,
    thousand: 1000,
    zero: 0,
  }).map(([word, value]) => [word, String(value)]),
)

const UNITS = new Map<string, readonly [factor: number, of: string]>()
for (const [of, units] of Object.entries({
  s: {
    ms: 0.001,
    msec: 0.001,
    millisecond: 0.001,
    s: 1,
    sec: 1,
    second: 1,
    m: 60,
    min: 60,
    minute: 60,
    h: 3600,
    hr: 3600,
    hour: 3600,
    d: 86_400,
    day: 86_400,
    week: 604_800,
    month: 2_592_000,
    quarter: 7_776_000,
    year: 31_104_000,
  },
  b: {
    kb: 1024,
    kib: 1024,
    kilobyte: 1024,
    mb: 1024 ** 2,
    mib: 1024 ** 2,
    megabyte: 1024 ** 2,
    gb: 1024 ** 3,
    gib: 1024 ** 3,
    gigabyte: 1024 ** 3,
    byte: 1,
  },
  "%": { "%": 1, percent: 1, pct: 1 },
  k: { k: 1000 },
})) {
  for (const [unit, factor] of Object.entries(units)) UNITS.set(unit, [factor, of === "k" ? "" : of])
}

interface Measure {
  readonly shown: string
  readonly idea: string
  readonly stem: string
}

const unitOf = (word: string) => UNITS.get(word) ?? UNITS.get(word.replace(/s$/, ""))

/** Whether a word names a unit that numbers are read with. */
export const isUnit = (word: string): boolean => unitOf(word) !== undefined

/** A number with its unit, if it has one, in a form that is equal for equal measures: `2 minutes` and `120s` are both `120s`. */
export function measureOf(token: string): Measure {
  const lower = token.toLowerCase()
  const [, digits = "", unit = ""] = /^([\d.,:]+)(%|[a-z]*)$/.exec(lower) ?? []
  const plain = digits.replaceAll(/,(?=\d{3}\b)/g, "")
  const [factor, of] = unitOf(unit) ?? [1, unit]
  const value = Number(plain)
  const idea =
    plain === "" || Number.isNaN(value)
      ? lower
      : factor === 1 && /[.,:]/.test(plain)
        ? `${plain}${of}`
        : `${Number((value * factor).toPrecision(12))}${of}`
  return { shown: token, idea, stem: idea }
}
