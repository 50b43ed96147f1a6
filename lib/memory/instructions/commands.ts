import { sign, type Rule } from "./rule"

const ORDERS = "orders an action"
const SHELL =
  "(?:sudo (?:-\\w+ )?)?(?:env \\S{1,30} )?(?:/(?:usr/)?bin/)?(?:sh|bash|zsh|dash|ksh|fish|python[23]?|node|perl|ruby|php|deno|bun|tclsh|pwsh|powershell|iex|invoke-expression|xargs|source|tee /etc)\\b"

/** Commands that run what another machine sends, or destroy what is here, whoever asks for them. */
export const COMMANDS: readonly Rule[] = [
  sign(
    ORDERS,
    new RegExp(
      `\\b(?:curl|wget|fetch|iwr|irm|invoke-webrequest|invoke-restmethod|http|aria2c|lynx)\\b[^\\n|]{0,250}\\|\\s{0,4}(?:(?:base64|gunzip|gzip|openssl|tac|rev|xxd|tr|sed|jq)\\b[^\\n|]{0,60}\\|\\s{0,4}){0,2}${SHELL}`,
    ),
  ),
  sign(
    ORDERS,
    /\b(?:bash|sh|zsh|source|\.|eval|python[23]?|node|perl)\s{1,3}(?:-\w{1,3}\s{1,3})?["'`]?(?:<\(|\$\(|`)\s{0,3}(?:curl|wget|fetch|irm|iwr)\b/,
  ),
  sign(
    ORDERS,
    /\b(?:iex|invoke-expression)\b[^\n]{0,60}(?:downloadstring|irm|iwr|invoke-webrequest|invoke-restmethod|net\.webclient|http)/,
  ),
  sign(
    ORDERS,
    /\b(?:base64\s{1,3}(?:-d|-D|--decode)|xxd\s{1,3}-r|openssl\s{1,3}enc\s{1,3}-d)\b[^\n|]{0,60}\|\s{0,4}(?:sudo )?(?:sh|bash|zsh|python[23]?|node|perl)\b/,
  ),
  sign(
    ORDERS,
    /\b(?:exec|eval)\s{0,2}\([^\n]{0,120}(?:urlopen|requests\.get|fetch\(|urllib|http\.get)[^\n]{0,40}https?:\/\/|(?:urlopen|requests\.get|fetch)\([^\n]{0,160}\b(?:exec|eval)\s{0,2}\(|\.(?:exec|execsync|system|popen|spawn)\(["'`](?:curl|wget)\b[^\n]{0,160}\|\s{0,3}(?:ba|z)?sh/,
  ),
  sign(ORDERS, /\bpowershell(?:\.exe)?\b[^\n]{0,60}\s-e(?:nc|ncodedcommand|c)?\s{1,3}[a-z0-9+/=]{12}/),
  sign(
    ORDERS,
    /\b(?:curl|wget)\b[^\n]{0,200}(?:&&|;|\bthen\b|\band\b)\s{0,4}(?:sudo )?(?:chmod \S{1,6} \S{1,60}\s{0,3}(?:&&|;|and)\s{0,4})?(?:sudo )?(?:(?:sh|bash|zsh|python[23]?|node|perl) (?!-c)|\.\/|\/tmp\/|execute (?:it|the)|run it)/,
    { when: ({ words }) => /https?:\/\/(?!localhost|127\.)|\.\w{2,10}\//.test(words) },
  ),
  sign(
    ORDERS,
    /\b(?:npx|bunx|pnpm dlx|yarn dlx|uvx|pipx run|deno run|go run|npm exec)\b[^\n]{0,60}?\s(?:-\S{1,20}\s){0,4}(?:https?:\/\/|git\+|github:|gist:|gitlab:|bitbucket:)/,
  ),
  sign(
    ORDERS,
    /\b(?:npm|pnpm|yarn|bun)\s{1,3}(?:i|install|add)\b[^\n]{0,60}?\s(?:https?:\/\/|git\+https?:\/\/|gist:)\S{4}/,
  ),
  sign(
    ORDERS,
    /\b(?:pip3?|uv pip|uv add|gem|cargo|poetry|conda)\b[^\n]{0,10}\b(?:install|add)\b[^\n]{0,80}(?:--(?:extra-)?index-url[= ]https?:\/\/(?!pypi\.org|download\.pytorch\.org|localhost)|\shttps?:\/\/\S{4}|--trusted-host)/,
  ),
  sign(
    ORDERS,
    /\/dev\/(?:tcp|udp)\/\S{3}|\bnc(?:at)?\b[^\n]{0,60}\s-\w{0,4}[ec]\w{0,3}\s{1,3}\/?(?:bin\/)?(?:ba)?sh|\bmkfifo\b[^\n]{0,80}\bnc\b|\bbash\s{1,3}-i\s{1,3}>&/,
  ),
  sign(
    ORDERS,
    /\brm\s{1,3}(?:-[\w-]{1,21}\s{1,3}){1,4}["']?(?:\/(?:\*|\s|["'`)]|$|(?:etc|usr|var|home|root|bin|boot|opt|lib)\b(?!\/\w+\/\w))|~(?:\/?(?:\*|\s|["'`)]|$|\.ssh|\.git\b))|\$home\b(?!\/\w)|\*(?:\s|["'`)]|$)|\.(?:\s|["'`)]|$)|\.\.(?:\/|\s|$)|\.git\b(?!\/|ignore))/,
    { when: ({ words }) => /-\w*[rf]|--recursive|--force|--no-preserve-root/.test(words) },
  ),
  sign(
    ORDERS,
    /\b(?:mkfs(?:\.\w{2,6})?\s|dd\s[^\n]{0,80}of=\/dev\/(?:sd|nvme|disk|hd)|shred\s[^\n]{0,40}\/|format\s{1,2}c:|wipefs\s)|:\(\)\s{0,2}\{\s{0,2}:\|:&\s{0,2}\};:|>\s{0,2}\/dev\/sd[a-z]|\bdel\s{1,2}\/[sfq]\b[^\n]{0,20}c:\\/,
  ),
  sign(ORDERS, /\bgit\s{1,3}push\b[^\n]{0,80}?\s(?:https?:\/\/|git@|ssh:\/\/|git:\/\/)\S{5}/),
  sign(
    ORDERS,
    /\bgit\s{1,3}remote\s{1,3}(?:add|set-url)\b[^\n]{0,60}?(?:https?:\/\/|git@|ssh:\/\/)\S{5}[^\n]{0,120}?\bpush\b/,
  ),
  sign(
    ORDERS,
    />>?\s{0,3}["']?(?:~|\$home|\/root|\/home\/\w{1,30})?\/?\.?(?:ssh\/authorized_keys|bashrc|zshrc|profile|bash_profile|zprofile)\b|>>?\s{0,3}\/etc\/(?:passwd|sudoers|hosts|crontab|cron)|\|\s{0,3}crontab\b|\bcrontab\s{1,3}-\s/,
    {
      when: ({ words, sentence }) =>
        /ssh|etc|crontab/.test(words) || /curl|wget|http|nc |token|key/.test(sentence),
    },
  ),
  sign(
    ORDERS,
    /\bchmod\s{1,3}(?:-r\s{1,3})?(?:777|a\+rwx)\s{1,3}(?:\/(?:\s|$|etc|usr)|~)|\bgit\s{1,3}config\b[^\n]{0,40}(?:core\.hookspath\s{1,3}\/tmp|http\.proxy\s{1,3}http|credential\.helper\s{1,3}["']?!|core\.sshcommand)|\bnpm\s{1,3}config\s{1,3}set\s{1,3}registry\s{1,3}https?:\/\/(?!registry\.npmjs\.org|localhost|[\w.-]{1,60}\.(?:internal|corp|local))/,
  ),
]
