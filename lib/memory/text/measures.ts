/** Number words of several languages. `one` is left out, because it usually refers to a thing named before. */
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
    dozen: 12,
    thirteen: 13,
    fourteen: 14,
    fifteen: 15,
    sixteen: 16,
    seventeen: 17,
    eighteen: 18,
    nineteen: 19,
    twenty: 20,
    thirty: 30,
    forty: 40,
    fifty: 50,
    sixty: 60,
    seventy: 70,
    eighty: 80,
    ninety: 90,
    hundred: 100,
    thousand: 1000,
    million: 1_000_000,
    zero: 0,
    zwei: 2,
    drei: 3,
    vier: 4,
    fünf: 5,
    sechs: 6,
    sieben: 7,
    acht: 8,
    neun: 9,
    zehn: 10,
    zwölf: 12,
    deux: 2,
    trois: 3,
    quatre: 4,
    cinq: 5,
    huit: 8,
    neuf: 9,
    dix: 10,
    treize: 13,
    tres: 3,
    cuatro: 4,
    cinco: 5,
    seis: 6,
    siete: 7,
    ocho: 8,
    nueve: 9,
    diez: 10,
    dois: 2,
    duas: 2,
    três: 3,
    quatro: 4,
    dez: 10,
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
    fortnight: 1_209_600,
    sekunde: 1,
    minuto: 60,
    stunde: 3600,
    hora: 3600,
    heure: 3600,
    tage: 86_400,
    tagen: 86_400,
    minuten: 60,
    stunden: 3600,
    wochen: 604_800,
    monate: 2_592_000,
    monaten: 2_592_000,
    jahre: 31_104_000,
    jahren: 31_104_000,
    día: 86_400,
    dia: 86_400,
    jour: 86_400,
    woche: 604_800,
    semana: 604_800,
    semaine: 604_800,
    mois: 2_592_000,
    mese: 2_592_000,
    jahr: 31_104_000,
    año: 31_104_000,
    ano: 31_104_000,
    année: 31_104_000,
    segundo: 1,
    seconde: 1,
    secondo: 1,
    sekunden: 1,
    minuti: 60,
    ore: 3600,
    giorni: 86_400,
    meses: 2_592_000,
    mês: 2_592_000,
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
  "%": { "%": 1, percent: 1, pct: 1, prozent: 1 },
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

/** True if a word names a unit of numbers. */
export const isUnit = (word: string): boolean => unitOf(word) !== undefined

/**
 * Returns a number with its unit, if any, in a form that is equal for equal measures: `2 minutes` and `120s`
 * are both `120s`.
 */
export function measureOf(token: string): Measure {
  const lower = token.toLowerCase().replaceAll(/\s/g, "")
  const [, digits = "", unit = ""] = /^([\d.,:]+)(%|[a-z]*)$/.exec(lower) ?? []
  const clock = clockOf(lower)
  if (clock !== null) return { shown: token, idea: clock, stem: clock }
  const plain = digits.replaceAll(/,(?=\d{3}\b)/g, "")
  const [factor, of] = unitOf(unit) ?? [1, unit]
  const idea = plain === "" || Number.isNaN(Number(plain)) ? lower : `${inUnit(plain, factor)}${of}`
  return { shown: token, idea, stem: idea }
}

/**
 * Returns a number multiplied by the factor of its unit. A number with a point and the factor 1 stays as
 * written, because `1.10` may be a version.
 */
const inUnit = (plain: string, factor: number): string =>
  factor === 1 && /[.,:]/.test(plain) ? plain : String(Number((Number(plain) * factor).toPrecision(12)))

/**
 * Returns a time of day in the form `15:00`, from `15:00`, `03:00`, `3pm` or `3.30pm`. Null for any other
 * number.
 */
export function clockOf(lower: string): string | null {
  const [, hours, minutes = "00", half] = /^(\d{1,2})(?:[:.](\d\d))?(am|pm)?$/.exec(lower) ?? []
  if (hours === undefined || (half === undefined && !lower.includes(":"))) return null
  const hour = half === undefined ? Number(hours) : (Number(hours) % 12) + (half === "pm" ? 12 : 0)
  return hour > 24 || Number(minutes) > 59 ? null : `${hour}:${minutes}`
}
