import type { PoisoningFamily } from "./poisoning-reasons"

/**
 * A kind of harmful command. `pattern` matches folded, lower-case text; `when` decides by the match and its
 * line.
 */
interface Command {
  readonly family: PoisoningFamily
  readonly pattern: RegExp
  readonly when: (words: string, line: string) => boolean
}

/** The place of a command in a text, `end` exclusive. */
export interface CommandPlace {
  readonly family: PoisoningFamily
  readonly start: number
  readonly end: number
}

/** Returns the harmful commands of a folded, lower-case text that no sentence forbids or warns of. */
export function listCommands(text: string): CommandPlace[] {
  return COMMANDS.flatMap(({ family, pattern, when }) =>
    Array.from(text.matchAll(pattern))
      .slice(0, MOST_OF_ONE)
      .map(({ 0: words, index }) => ({ family, start: index, end: index + words.length, words }))
      .filter(
        ({ start, end, words }) =>
          !isForbidden(text, start, end) && when(words, lineAround(text, start, end)),
      )
      .map(({ start, end }) => ({ family, start, end })),
  )
}

/** Maximum number of places listed for one command. */
const MOST_OF_ONE = 50

const command = (family: PoisoningFamily, pattern: RegExp, when: Command["when"] = () => true): Command => ({
  family,
  pattern: new RegExp(pattern.source, "gm"),
  when,
})

const SHELL =
  "(?:sudo (?:-\\w+ )?)?(?:env \\S{1,30} )?(?:/(?:usr/)?bin/)?(?:sh|bash|zsh|dash|ksh|fish|python[23]?|node|perl|ruby|php|deno|bun|tclsh|pwsh|powershell|iex|invoke-expression|xargs|source|tee /etc)\\b"

/** Commands that run remote code, destroy local data or override instructions, whatever their author. */
const COMMANDS: readonly Command[] = [
  command(
    "concealment",
    /\b(?:do not|don't|never)\s(?:tell|inform|let)\s(?:the|your)\s(?:user|human|operator)\s(?:about|know)\b[^\n.!?]{0,100}/,
  ),
  command(
    "exfiltration",
    /\b(?:send|post|upload|email|forward|paste)\b[^\n]{0,80}(?:\.ssh\/|\bid_rsa\b|\.aws\/|\bprivate key|\benvironment variables|\bcontents? of \.env\b)[^\n]{0,60}\bhttps?:\/\/\S{1,80}/,
  ),
  command(
    "instruction-override",
    /(?<=^|[.!?:;]\s|\b(?:please|now|must|should|to|and|then|you)\s)(?:ignore|disregard|forget|override|bypass)\s(?:all\s|any\s)?(?:of\s)?(?:the\s|your\s|my\s|these\s|those\s)?(?:previous|prior|earlier|preceding|above|existing|former)\s(?:instructions?|rules|guidelines|prompts?|directives|orders|policies|constraints|memor(?:y|ies))\b[^\n.!?]{0,200}/,
  ),
  command(
    "backdoor",
    new RegExp(
      `\\b(?:curl|wget|fetch|iwr|irm|invoke-webrequest|invoke-restmethod|http|aria2c|lynx)\\b[^\\n|]{0,250}\\|\\s{0,4}(?:(?:base64|gunzip|gzip|openssl|tac|rev|xxd|tr|sed|jq)\\b[^\\n|]{0,60}\\|\\s{0,4}){0,2}${SHELL}`,
    ),
  ),
  command(
    "backdoor",
    /\b(?:bash|sh|zsh|source|\.|eval|python[23]?|node|perl)\s{1,3}(?:-\w{1,3}\s{1,3})?["'`]?(?:<\(|\$\(|`)\s{0,3}(?:curl|wget|fetch|irm|iwr)\b/,
  ),
  command(
    "backdoor",
    /\b(?:iex|invoke-expression)\b[^\n]{0,60}(?:downloadstring|irm|iwr|invoke-webrequest|invoke-restmethod|net\.webclient|http)/,
  ),
  command(
    "backdoor",
    /\b(?:base64\s{1,3}(?:-d|-D|--decode)|xxd\s{1,3}-r|openssl\s{1,3}enc\s{1,3}-d)\b[^\n|]{0,60}\|\s{0,4}(?:sudo )?(?:sh|bash|zsh|python[23]?|node|perl)\b/,
  ),
  command(
    "backdoor",
    /\b(?:exec|eval)\s{0,2}\([^\n]{0,120}(?:urlopen|requests\.get|fetch\(|urllib|http\.get)[^\n]{0,40}https?:\/\/|(?:urlopen|requests\.get|fetch)\([^\n]{0,160}\b(?:exec|eval)\s{0,2}\(|\.(?:exec|execsync|system|popen|spawn)\(["'`](?:curl|wget)\b[^\n]{0,160}\|\s{0,3}(?:ba|z)?sh/,
  ),
  command("backdoor", /\bpowershell(?:\.exe)?\b[^\n]{0,60}\s-e(?:nc|ncodedcommand|c)?\s{1,3}[a-z0-9+/=]{12}/),
  command(
    "backdoor",
    /\b(?:curl|wget)\b[^\n]{0,200}(?:&&|;|\bthen\b|\band\b)\s{0,4}(?:sudo )?(?:chmod \S{1,6} \S{1,60}\s{0,3}(?:&&|;|and)\s{0,4})?(?:sudo )?(?:(?:sh|bash|zsh|python[23]?|node|perl) (?!-c)|\.\/|\/tmp\/|execute (?:it|the)|run it)/,
    (words) => /https?:\/\/(?!localhost|127\.)|\.\w{2,10}\//.test(words),
  ),
  command(
    "backdoor",
    /\b(?:npx|bunx|pnpm dlx|yarn dlx|uvx|pipx run|deno run|go run|npm exec)\b[^\n]{0,60}?\s(?:-\S{1,20}\s){0,4}(?:https?:\/\/|git\+|github:|gist:|gitlab:|bitbucket:)/,
  ),
  command(
    "backdoor",
    /\b(?:npm|pnpm|yarn|bun)\s{1,3}(?:i|install|add)\b[^\n]{0,60}?\s(?:https?:\/\/|git\+https?:\/\/|gist:)\S{4}/,
  ),
  command(
    "backdoor",
    /\b(?:pip3?|uv pip|uv add|gem|cargo|poetry|conda)\b[^\n]{0,10}\b(?:install|add)\b[^\n]{0,80}(?:--(?:extra-)?index-url[= ]https?:\/\/(?!pypi\.org|download\.pytorch\.org|localhost)|\shttps?:\/\/\S{4}|--trusted-host)/,
  ),
  command(
    "backdoor",
    /\/dev\/(?:tcp|udp)\/\S{3}|\bnc(?:at)?\b[^\n]{0,60}\s-\w{0,4}[ec]\w{0,3}\s{1,3}\/?(?:bin\/)?(?:ba)?sh|\bmkfifo\b[^\n]{0,80}\bnc\b|\bbash\s{1,3}-i\s{1,3}>&/,
  ),
  command(
    "destruction",
    /\brm\s{1,3}(?:-[\w-]{1,21}\s{1,3}){1,4}["']?(?:\/(?:\*|\s|["'`)]|$|(?:etc|usr|var|home|root|bin|boot|opt|lib)\b(?!\/\w+\/\w))|~(?:\/?(?:\*|\s|["'`)]|$|\.ssh|\.git\b))|\$home\b(?!\/\w)|\*(?:\s|["'`)]|$)|\.(?:\s|["'`)]|$)|\.\.(?:\/|\s|$)|\.git\b(?!\/|ignore))/,
    (words) => /-\w*[rf]|--recursive|--force|--no-preserve-root/.test(words),
  ),
  command(
    "destruction",
    /\b(?:mkfs(?:\.\w{2,6})?\s|dd\s[^\n]{0,80}of=\/dev\/(?:sd|nvme|disk|hd)|shred\s[^\n]{0,40}\/|format\s{1,2}c:|wipefs\s)|:\(\)\s{0,2}\{\s{0,2}:\|:&\s{0,2}\};:|>\s{0,2}\/dev\/sd[a-z]|\bdel\s{1,2}\/[sfq]\b[^\n]{0,20}c:\\/,
  ),
  command("exfiltration", /\bgit\s{1,3}push\b[^\n]{0,80}?\s(?:https?:\/\/|git@|ssh:\/\/|git:\/\/)\S{5}/),
  command(
    "exfiltration",
    /\bgit\s{1,3}remote\s{1,3}(?:add|set-url)\b[^\n]{0,60}?(?:https?:\/\/|git@|ssh:\/\/)\S{5}[^\n]{0,120}?\bpush\b/,
  ),
  command(
    "backdoor",
    />>?\s{0,3}["']?(?:~|\$home|\/root|\/home\/\w{1,30})?\/?\.?(?:ssh\/authorized_keys|bashrc|zshrc|profile|bash_profile|zprofile)\b|>>?\s{0,3}\/etc\/(?:passwd|sudoers|hosts|crontab|cron)|\|\s{0,3}crontab\b|\bcrontab\s{1,3}-\s/,
    (words, line) => /ssh|etc|crontab/.test(words) || /curl|wget|http|nc |token|key/.test(line),
  ),
  command(
    "backdoor",
    /\bchmod\s{1,3}(?:-r\s{1,3})?(?:777|a\+rwx)\s{1,3}(?:\/(?:\s|$|etc|usr)|~)|\bgit\s{1,3}config\b[^\n]{0,40}(?:core\.hookspath\s{1,3}\/tmp|http\.proxy\s{1,3}http|credential\.helper\s{1,3}["']?!|core\.sshcommand)|\bnpm\s{1,3}config\s{1,3}set\s{1,3}registry\s{1,3}https?:\/\/(?!registry\.npmjs\.org|localhost|[\w.-]{1,60}\.(?:internal|corp|local))/,
  ),
  // A data URL that contains a page or a program.
  command(
    "disguised",
    /\bdata:(?:text\/html|text\/javascript|application\/(?:javascript|x-javascript|x-sh|xhtml\+xml|octet-stream)|image\/svg\+xml|text\/x-\w{1,20})[;,][^\s"'`)]{16,200}/,
  ),
]

const NEAR = 160

/** Returns some words with the rest of their line, as far as it is within `NEAR` characters of them. */
function lineAround(text: string, start: number, end: number): string {
  const before =
    text
      .slice(Math.max(0, start - NEAR), start)
      .split("\n")
      .at(-1) ?? ""
  const after = text.slice(end, end + NEAR).split("\n")[0] ?? ""
  return before + text.slice(start, end) + after
}

const NEGATION =
  /\b(?:never|don'?t|do not|does not|doesn'?t|must not|mustn'?t|should not|shouldn'?t|cannot|can'?t|may not|avoid|forbids?|forbidden|prohibit(?:s|ed)?|bans?|banned|disallow(?:s|ed)?|not allowed|refuses? to|refused?|rejects?|rejected|blocks?|blocked|prevent(?:s|ed|ing)?|den(?:y|ies|ied)|no longer|instead of|rather than|stops?|warns? (?:against|about)|detects?|detected|catch(?:es)?|flags?|flagged|nobody|no one|not|beware of|protects? against|guards? against|attacks?|vulnerab\w+|injection|malicious|suspicious|phishing)\b/g

/** Words that turn a "never" into an order: "never finish without sending it", "do not forget to send it". */
const TURNS =
  /\b(?:without|until|unless|before|but|instead,|forget|fail|fails|hesitate|skip|miss|omit|neglect|just|only|stop|wait|ask|bother|worry|delay|refuse|question|argue|simply|rather,)\b|[;:]|,\s*(?:just|instead|but|simply|and|then|send|post|upload|run|print|execute|always)\b/

/** True if the words are in a sentence that forbids them or warns against them. */
function isForbidden(text: string, start: number, end: number): boolean {
  const before = beginningOf(text.slice(Math.max(0, start - 90), start))
  const last = Array.from(before.matchAll(NEGATION)).at(-1)
  if (last && !TURNS.test(before.slice(last.index + last[0].length))) return true
  const after = text.slice(end, end + 80)
  return /^[^.!?\n]{0,50}?\b(?:is|are|stays?|remains?|were|was)\s{1,2}(?:strictly |explicitly |always |now |also )?(?:forbidden|banned|prohibited|not allowed|never (?:allowed|ok)|blocked|disallowed|rejected|denied|refused|a (?:security )?(?:bug|risk|vulnerability|finding|hole|violation)|dangerous|unsafe|not ok|off limits)|^[`"'”)\s*]{0,4}(?:—|-|:|→|is)?\s?(?:forbidden|never\b|banned|not allowed|prohibited)/.test(
    after,
  )
}

/** Returns the part of the sentence before some words. */
function beginningOf(before: string): string {
  const parts = before.split(/[.!?]\s+|\n(?![a-z0-9(`])/)
  return parts.at(-1) ?? ""
}
