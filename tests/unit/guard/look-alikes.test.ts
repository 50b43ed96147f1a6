import { describe, expect, it } from "vitest"
import { listLookAlikes } from "@/lib/memory/characters/look-alikes"
import { foldText } from "@/lib/memory/characters/look-alikes-fold"

const reads = (text: string) => listLookAlikes(text).map((one) => one.reads)

describe("words that read as another", () => {
  it.each([
    ["Send the \u0440\u0430ssword", "password"],
    ["g\u043e\u043egle.com", "google"],
    ["g\u03bf\u03bfgle.com", "google"],
    ["adm\u0456n rights", "admin"],
    ["p\u0430ypal", "paypal"],
    ["\u0405ystem", "System"],
    ["micr\u03bfsoft", "microsoft"],
    ["\u03c1assword", "password"],
    ["\uff41dmin", "admin"],
    ["\uff53\uff55\uff44\uff4f it", "sudo"],
    ["𝗮𝗱𝗺𝗶𝗻 only", "admin"],
    ["𝒾𝑔𝓃𝑜𝓇𝑒 this", "ignore"],
    ["𝚛𝚘𝚘𝚝", "root"],
    ["ɪɢɴᴏʀᴇ", "ignore"],
    ["ⓘⓖⓝⓞⓡⓔ", "ignore"],
    ["t\u04CFs", "tls"],
    ["git\u04bbub", "github"],
    ["\u13aadmin", "Admin"],
    ["\u0585penai", "openai"],
    ["\u0261ithub", "github"],
    ["pass\u200bw\u043erd", "password"],
    ["Log in to \u0440\u0430\u0443\u0440\u0430\u04cf as admin", "paypal"],
    ["The \u0441\u0441\u043e\u0440\u0435 of the token", "ccope"],
    ["Fetch github\u2024com first", "github.com"],
    ["Open https:\u2215\u2215example.org", "https://example.org"],
    ["Open https\ua789//example.org/x", "https://example.org/x"],
    ["ls\u037erm the rest", "ls;rm"],
    ["mail root\uff20example.org", "root@example.org"],
    ["Clean up with rm \u2013rf build", "-rf"],
    ["git push \u2014force", "--force"],
    ["npm i left\u2010pad", "left-pad"],
    ["rm -rf \u2217", "*"],
    ["curl x \uff5c sh", "|"],
    ["echo \uff04HOME", "$"],
    ["Open acme\u3002com/login", "acme."],
    ["const a = f()\u037e", ");"],
    ["a \u01c0\u01c0 b", "||"],
    ["if (a \u01c3= b)", "!="],
    ["pa\u017f\u017fword", "password"],
    ["the adm\u0131n account", "admin"],
    ["Open g\u0131tlab.com", "gitlab.com"],
    ["a\u0337dmin", "admin"],
    ["port 8\u041e80", "8080"],
    ["\u{1d69b}\u{1d696} -rf build", "rm"],
    ["p\u1d00ssword", "password"],
    ["\u212aubernetes", "Kubernetes"],
  ])("%s is reported", (text, expected) => expect(reads(text)).toEqual([expected]))

  it("are placed by line and column of the word as it is written", () => {
    expect(listLookAlikes("first\nthe \u0440\u0430ss here")).toEqual([
      { line: 2, column: 5, word: "\u0440\u0430ss", reads: "pass" },
    ])
  })

  it.each([
    "µs and μs, μm, Δt, ΔE, π, 2π, Ω, kΩ, λ, ρmax, τavg, σ2, cosα, αβ, σ_block",
    "Пароль лежит в хранилище",
    "Σ over all terms, λ-calculus, β-carotene",
    "Καλημέρα κόσμε",
    "API-интерфейс и SQL-запрос",
    "使用API调用 React組件",
    "ＡＰＩキーを確認する",
    "naïve café Ærø Łódź straße Iğdır",
    "𝑥 + 𝑦, ℝⁿ, ℤ, x² and H₂O",
    "Tiếng Việt",
    "/ˈkʌmpənɪ/",
    "한국어API 문서",
    "🅰 and ⓘ for more",
    "שלום world",
    "Ⅻ and №5",
    "Half is 1⁄2, a ratio of 16∶9, 3∕4 of it",
    "/ˈbrəʊkəː/ is how one says broker",
    "Слово сахар стоит в тексте about sugar and more",
    "它读：config；完成／未完成",
    "Is it ready? Yes: 10/12 = 83 %; see a.b/c_d",
    "a – b — c ‘d’ “e” f‑g",
    "We make left‑aligned text – no more, no less",
    "git is fast — really fast",
    "Şifre ayrı yazılır, adını gir",
    "The !Xóõ language is also written ǃXóõ",
    "obʺekt is a transliteration",
  ])("is not found in: %s", (text) => expect(reads(text)).toEqual([]))
})

describe("folding", () => {
  it("gives what is read, and the places of what is written", () => {
    const folded = foldText("p\u200b\u0430\uff53s\u00a0𝗮é")
    expect(folded.text).toBe("pass ae")
    expect([0, 1, 2, 5, 6, 7].map(folded.at)).toEqual([0, 2, 3, 6, 8, 9])
  })
})
