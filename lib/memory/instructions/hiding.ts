import { rule, sign, type Rule } from "./rule"

const SECRETS = "asks for secrets"
const HIDES = "hides itself"
const CHANGES = "changes tools or memory"
const WHOSE =
  "(?:(?:the|your|all|any|every|its|their|our|user's|users|my|full|complete|current|raw|actual|value of|values of|of|contents of|content of|a|these|those|each|production|prod|stored|saved|local|environment|hidden|entire|whole) ){0,4}"
const WHERE =
  "(?:to|in|into|with|as part of|inside|within|at the end of|on) (?:(?:the|your|a|every|each|any|next|final|its) ){0,2}(?:(?:commit|pull request|pr|issue|public|github|code) )?(?:repl(?:y|ies)|answers?|response|responses|output|summary|commit(?: messages?| body)?|pull requests?|pr(?: description| comment| body)?|issues?|comments?|report|chat|message|description|changelog|readme|url|link|query string|branch name|me|us|requester|tickets?|bug reports?|reports|documentation|whoever asks|screen|terminal|console|log)"

/** Orders to show, read out or gather keys. */
export const ASKING: readonly Rule[] = [
  rule(
    SECRETS,
    `(?:print|echo|reveal|disclose|dump|leak|expose|repeat|divulge|paste|recite|spell out|read out|read aloud|hand over|give up|surrender|extract|harvest|steal|grab|gather|collect|exfiltrate|list out|output|enumerate|send me|give me|tell me|show me|send us|give us|tell us|show us)(?: out| off| back)? ${WHOSE}(?:\\w+ )?(?:<secret>)`,
    {
      asOrder: true,
      when: ({ words, after }) =>
        !/^\w+ (?:\w+ )?(?:tokens|cookies)$/.test(words) &&
        !/^(?:collect|extract|expose|gather|output|enumerate|repeat) (?:\w+ )?tokens/.test(words) &&
        !/^["'}]{0,2}\s{0,3}\|/.test(after) &&
        !/^[ `*_]{0,3}(?:as (?:\*|x)|redacted|masked|usage|count|name|hash|prefix|length|placeholder|only if|via config|through|module)/.test(
          after,
        ),
    },
  ),
  rule(
    SECRETS,
    `(?:show|write|put|include|add|append|dump|print|paste|echo|output|post|quote|mention|attach|share|log|insert|embed|display|type|return|commit|state|reply with|respond with|answer with|copy) ${WHOSE}(?:\\w+ )?(?:<secret>|<secretfile>) ~${WHERE}`,
    {
      asOrder: true,
      when: ({ words, after }) =>
        !/^(?:show|display|return|include|add|put|insert|write|log) (?:\w+ ){0,3}(?:tokens|cookies?|session cookies?|access tokens?|refresh tokens?|bearer tokens?|credentials|secrets|env ?vars?|environment variables?) (?:\w+ ){0,4}(?:in|on|to|with|at|into) (?:the )?(?:response|output|screen|console|log|terminal|readme|report|url|summary|message|description)/.test(
          words,
        ) && !/header/.test(after.slice(0, 20)),
    },
  ),
  rule(
    SECRETS,
    `(?:cat|read|open|print|show|copy|include|send|upload|load|view|paste|access|get|fetch|dump|output|display|grab|collect|list|look (?:in|into|at)|search|scan|grep|check|zip|archive|tar|base64|share|reveal|quote|attach) (?:\\w+ ){0,4}?(?:\\S{0,20}/)?(?:\\.ssh\\b|id_rsa|id_ed25519|\\.aws/credentials|/etc/shadow|\\.netrc|\\.git credentials|\\.git-credentials|\\.gnupg|\\.pgpass|\\.kube/config|wallet\\.dat|key ?chain|\\.bash_history|login data|cookies\\.sqlite)`,
    {
      asOrder: true,
      when: ({ words, after }) =>
        !/\.ssh\/?(?:config|known_hosts)|\.ssh$/.test(words) ||
        (!/^\/?(?:config|known_hosts)/.test(after) &&
          /private|keys?|all|files?|content|~\/\.ssh|cat/.test(words + after.slice(0, 40))),
    },
  ),
  rule(
    SECRETS,
    "(?:print|echo|show|output|paste|dump|cat|reveal|send|post|upload|include|share|quote|copy|attach|write|log|append|encode|return|leak|display|give|tell) (?:\\w+ ){0,5}?(?:contents? of |everything in |whole |entire |full |all of |values? (?:of|in|from) )(?:\\w+ ){0,3}?(?:\\S{0,20}/)?(?:\\.env\\b|env file|environment|secrets file|credentials file|vault|key ?store|secret store|password (?:store|manager|file))",
    { asOrder: true },
  ),
  rule(
    SECRETS,
    "(?:print|reveal|show|report|send|post|repeat|output|display|tell me|disclose|leak|recite|expose|paste|echo|dump|quote|summari[sz]e|write out|share|translate|give me) (?:\\w+ ){0,4}?(?:your (?:\\w+ )?(?:system prompt|system message|instructions|initial prompt|hidden (?:prompt|rules|instructions)|prompt|guidelines|configuration|rules|tools|tool definitions|programming)|the (?:system prompt|hidden (?:prompt|instructions)|text above|words above|prompt above|instructions above|developer message))(?! (?:tab|field|editor|setting))",
    { asOrder: true },
  ),
  rule(
    SECRETS,
    "(?:ask|prompt|get|trick|persuade|convince|request|have|make) (?:the |your |each |every |any )?(?:user|human|operator|developer|customer|lead|owner|curator)s? (?:\\w+ ){0,4}?(?:for|to (?:paste|enter|type|reveal|share|give|send|provide|disclose|hand over|tell you|confirm)) ~(?:password|api keys?|credentials|secrets?|private keys?|2fa codes?|one time (?:code|password)|otp|access tokens?|seed phrase|credit card|card number|passphrase)",
    {
      asOrder: true,
      when: ({ words, sentence }) =>
        /trick|persuade|convince|paste|reveal|share|send|disclose|hand over|tell you|give|2fa|otp|seed|card/.test(
          words,
        ) || /\byou\b|chat/.test(sentence),
    },
  ),
  rule(
    SECRETS,
    "(?:reply|respond|answer|return|start|begin|end|finish) ~with ~(?:your (?:\\w+ )?(?:system prompt|instructions|initial prompt|hidden \\w+|prompt)|contents? of <secretfile>|value of <secret>)",
    { asOrder: true },
  ),
  sign(
    SECRETS,
    /\b(?:printenv|env|set|export -p|declare -x)\b\s{0,3}(?:\||>>?)\s{0,3}(?!grep\b|sort\b|less\b|head\b|wc\b|awk\b|cut\b|\/dev\/null)(?:tee|base64|curl|nc|[\w~/.-]{2,60}\.(?:txt|log|md|json|html))/,
  ),
]

/** Orders to keep it from the people whom the agent works for. */
export const HIDING: readonly Rule[] = [
  rule(
    HIDES,
    "(?:do not|don't|dont|never|must not|mustn't|should not|shouldn't|avoid|no need to|refrain from|without|not to|cannot|may not|not) (?:ever |even |then )?(?:tell|telling|inform|informing|let|letting) (?:the |your |any |our |a )*<person>(?! (?:know )?(?:where|how|whether|which|when|to (?:use|run|do|click|restart|log|re|open|go|try|choose)|apart|choose|pick|edit|set|configure|select|upload|enter|type|pass|change|override|close|cancel|dismiss|skip|submit|delete|move|drag))",
    {
      evenForbidden: true,
      when: ({ words, after }) =>
        !/(?:tell|inform)\w* (?:users|people|customers|engineers|admins|developers)$/.test(words) &&
        (!/let/.test(words) || /^[\s\w'*]{0,20}\b(?:know|see|find out|notice|learn|suspect)\b/.test(after)),
    },
  ),
  rule(
    HIDES,
    "(?:make sure|ensure|so that|see to it|take care)(?: that)? (?:the |your |no |any |our )*(?:reviewers?|curators?|humans?|operators?|leads?|maintainers?|owners?|auditors?|security team|users?|anyone|nobody|no one) (?:(?:does not|doesn't|do not|don't|never|cannot|can't|won't|will not|is not|are not) )?(?:ever )?(?:sees?|notices?|finds? out|knows?|learns?|hears?|be told|detects?|suspects?|reali[sz]es?|spots?|aware) ~(?:this|these|what you|your|that you)",
    { evenForbidden: true, when: ({ words }) => /not|n't|never|no one|nobody|no |cannot/.test(words) },
  ),
  rule(
    HIDES,
    "(?:do not|don't|never|must not|avoid) (?:ever )?(?:disclose|mention|reveal|admit|acknowledge|say|confirm|let on) (?:to \\w+ )?that (?:this|these|you|it) (?:\\w+ )?(?:memory|entry|note|instruction|rule|exists?|follow|read|received|were|was|are|is|did|have)",
    { evenForbidden: true },
  ),
  rule(
    HIDES,
    "(?:this|it|that|these)(?: \\w+)? (?:must|should|shall|has to|have to|needs? to|will|is to|are to) (?:stay|remain|be kept|be) (?:hidden|secret|unseen|invisible|concealed|unknown) ~ ?(?:from|to) (?:the |your |all |any )*<person>",
  ),
  rule(
    HIDES,
    "(?:do|perform|run|make|carry out|send|complete|handle) ~ in (?:secret|stealth)(?= ?(?:[.,;:!]|$))",
    { asOrder: true },
  ),
  rule(
    HIDES,
    "(?:do not|don't|never|without) (?:say|saying|tell (?:them|anyone|anybody)|reveal|revealing) why",
    { evenForbidden: true, asOrder: true },
  ),
  rule(
    HIDES,
    "(?:tell|inform|notify|show|alert|warn) (?:nobody|no one|none of)(?= ?(?:[.,;:!]|$|about|of|what|that|the|but))",
    { asOrder: true, evenForbidden: true },
  ),
  rule(
    HIDES,
    "if (?:anyone|anybody|someone|somebody|they|people)(?: ever)? (?:asks?|inquires?|wonders?|notices?|complains?) (?:\\w+ ){0,5}?(?:say|claim|pretend|deny|tell them|lie|insist|answer that|blame)",
  ),
  rule(
    HIDES,
    "(?:never|do not|don't|must not|avoid|stop) (?:report|mention|disclose|escalate|reporting|mentioning|disclosing|escalating) ~(?:fail\\w*|errors?|bugs?|vulnerabilit\\w+|security|incidents?|breach\\w*|problems?|leaks?) (?:\\w+ ){0,3}?to (?:the |your |any )*(?:user|human|operator|curator|lead|owner|reviewer|maintainer|security team)s?",
    { evenForbidden: true },
  ),
  rule(
    HIDES,
    "(?:sag|sage|sagen sie|erzahle?|verrate?|melde) (?:es )?(?:dem |der |den )?(?:nutzer|benutzer|anwender|menschen|niemand\\w*|user) ?(?:nichts|nicht|davon|nie)?|(?:informiere?|benachrichtige?|warne?)(?:n sie)? (?:den |die )?(?:nutzer|benutzer|anwender|user) (?:nicht|nie|keinesfalls)|ne (?:dis|dites|previens|prevenez|informe[z]?|parle[z]?|mentionne[z]?) ~(?:rien|pas|jamais|personne) ~utilisat\\w+|no (?:le )?(?:digas|informes|menciones|avises|cuentes|notifiques) ~(?:usuario|nadie|humano)",
    {
      evenForbidden: true,
      when: ({ words }) => !/^(?:sag|erz|verr|meld)/.test(words) || /nicht|nichts|niemand|nie$/.test(words),
    },
  ),
  sign(
    HIDES,
    /(?:不要|别|勿|不得|禁止|切勿|不能)(?:再)?(?:告诉|告訴|通知|告知|提醒|让|向)[^。！？\n]{0,4}?(?:用户|用戶|使用者|人类|任何人|管理员|审核|开发者)(?:[^。！？\n]{0,6}?(?:知道|提及|提到|透露|发现|这|此|该|$)|[。！\s]|$)/,
    { evenForbidden: true },
  ),
  rule(
    HIDES,
    "(?:do not|don't|dont|never|must not|should not|avoid|no need to|refrain from|without|not to|not) (?:ever |even )?(?:mention|mentioning|disclose|disclosing|reveal|revealing|report|reporting|admit|admitting|discuss|discussing|acknowledge|acknowledging|show|showing|say|saying|explain|explaining|surface|surfacing|announce|announcing|expose|talk about|refer to|bring up|log|logging|record|recording|print|printing|cite|display|displaying) (?:anything about |any of |that you did |that you |about |of )*(?:this|it|these|that you|the fact|the upload|the transfer|the request|the change|having|your doing|what you did|why)(?:\\s|[.,;:!)]|$)~(?:to |in |from |before )?(?:the |your |any |our |a |final )*(?:<person>|summary|reply|answer|report|chat|response|output|transcript|conversation)",
    {
      evenForbidden: true,
      when: ({ words }) =>
        !/(?:log|record|print|display|show|explain)\w* (?:this|it|these|why) (?:in|to) (?:the )?(?:output|report|response|summary|chat)/.test(
          words,
        ),
    },
  ),
  rule(
    HIDES,
    "(?:do not|don't|dont|never|must not|avoid|without) (?:ever )?(?:mention|mentioning|disclose|disclosing|reveal|revealing|admit|acknowledge|acknowledging|cite|citing|reference|talk about|speak of|bring up) (?:this|these|it) ?(?:instructions?|entry|memory|note|rule|line|step|order|message|file|directive|text|request)?(?= ?(?:[.,;:!)]|$|anywhere|to|in|when|at all|again|ever))",
    { evenForbidden: true, asOrder: true },
  ),
  rule(
    HIDES,
    "(?:do not|don't|never|without|must not|avoid|should not) (?:ever )?(?:notify|notifying|alert|alerting|warn|warning|ask|asking|consult|consulting|involve|involving|show|showing) (?:the |your |any |a |our )*<person>(?= ?(?:[;:!]|\\.(?:\\s|$)|$|of (?:this|it|the)|about (?:this|it|the (?:change|upload|request|transfer|new))|that you|when you|if you|first and|and (?:then )?(?:delete|send|push|merge|approve|upload|post|run)))",
    {
      evenForbidden: true,
      when: ({ words, sentence }) =>
        !/ask|consult|involve|show/.test(words) ||
        /\b(?:secretly|upload|exfil|credential|secret|delete|approve|force|production|wipe|disable|token|key|password|curl|http)/.test(
          sentence,
        ),
    },
  ),
  rule(
    HIDES,
    "without (?:the |your |any )*(?:<person>)(?:'s)? (?:knowing|noticing|knowledge|consent|permission|approval|seeing|being (?:told|aware|asked|informed|notified))",
    {
      when: ({ words, before }) =>
        (/know|notic|seeing|aware|told|informed/.test(words) &&
          !/any(?:one|body)|people|person|engineer|developers?|users? (?:know|notic|seeing|being aware)/.test(
            words,
          )) ||
        /\b(?:send|upload|post|push|approve|install|delete|share|disable|grant|run|merge|deploy|publish)\b/.test(
          before,
        ),
    },
  ),
  rule(
    HIDES,
    "(?:keep|leave) (?:this|it|these|that) (?:\\w+ )?(?:secret|hidden|confidential|quiet|private|between us|to yourself|from (?:the |your )?(?:<person>)|off the record|out of (?:the |your |any )*(?:summary|report|reply|chat|transcript|answer|log|logs|audit log|conversation|diff|pr|commit message))",
    {
      asOrder: true,
      when: ({ words }) =>
        !/(?:private|confidential|hidden|quiet)$/.test(words) ||
        /(?:this|it|these) (?:\w+ )?(?:confidential|quiet|hidden)$/.test(words),
    },
  ),
  rule(
    HIDES,
    "(?:hide|conceal|mask|disguise|obscure|camouflage|suppress) (?:this|it|these|your|what you|the fact|the (?:change|upload|request|instruction|command|transfer|activity|action|evidence|traces?)s?) ~(?:from |in )?(?:the |your |any |our )*(?:<person>|logs?|diff|summary|history|trail|tracks|audit log|transcript)",
    { asOrder: true },
  ),
  rule(
    HIDES,
    "(?:secretly|covertly|stealthily|surreptitiously|clandestinely|discreetly|undetected|unnoticed|in secret) (?:and \\w+ )?(?:send|upload|post|forward|run|execute|install|add|copy|insert|read|collect|delete|change|modify|approve|push|write|append|fetch|download|share|merge|store|record|exfiltrate|transmit|disable|edit|replace|include|save|keep)",
  ),
  rule(
    HIDES,
    "(?:silently|quietly|in the background) (?:and \\w+ )?(?:send|upload|post|forward|transmit|exfiltrate|e?mail|install|download|execute|copy|append|approve|push|run|fetch|disable|merge|share|collect)",
    {
      asOrder: true,
      when: ({ sentence, words }) =>
        /send|upload|forward|transmit|exfil|mail|approve|share|collect|disable/.test(words) ||
        /https?:|curl|\bkeys?\b|token|secret|credential|remote/.test(sentence),
    },
  ),
  rule(
    HIDES,
    "(?:leave|leaving) no (?:trace|traces|evidence|record|log|logs|footprint)|cover (?:up )?(?:your|its|our) tracks|(?:erase|delete|clear|wipe|remove|scrub|purge) (?:all |any |the |your |every |these |this )*(?:traces?|evidence|tracks|shell history|bash history|command history|audit (?:log|trail)s?|log entr(?:y|ies)|instructions?|line|note|message|entry) ~(?:afterwards?|after|when done|once|so that (?:nobody|no one)|to hide|you did|of (?:this|it|the upload|your))",
    {
      asOrder: true,
      when: ({ words }) =>
        !/(?:line|note|message|entry|instructions?) /.test(words) ||
        /nobody|no one|hide|read|follow|afterward|you did/.test(words),
    },
  ),
  rule(
    HIDES,
    "(?:act|behave|carry on|continue|pretend) (?:as if|as though|that)? ?(?:nothing|this never|it never|you (?:never|did not|didn't)) (?:happened|saw|did|read|did it|was|were)",
    { asOrder: true },
  ),
  rule(
    HIDES,
    "(?:nobody|no one|the user|users|the operator|the curator|reviewers|the team) (?:must|should|may|can|needs? to|shall|will) (?:never |not |n't )?(?:ever )?(?:know|notice|find out|learn|see|hear|be told|be aware)(?: (?:about|of))? (?:this|it|these|that you|what you)",
    { evenForbidden: true, when: ({ words }) => /never|not|n't|nobody|no one/.test(words) },
  ),
]

const CHECKS =
  "(?:guard|guards|guardrails?|safety (?:checks?|filters?|rules?|features?|settings?|systems?|mechanisms?)|safeguards?|security (?:checks?|review|reviews|controls?|polic(?:y|ies)|scans?|features?|restrictions?)|approvals?(?: (?:steps?|gates?|prompts?|process|checks?|flow))?|human (?:review|approval|oversight|in the loop)|code reviews?|curator(?:'s)? (?:review|approval)|reviews?|review (?:step|queue|process|gate)|permission (?:prompts?|checks?|requests?|system)|permissions system|confirmation prompts?|secret scann(?:er|ing)|audit (?:log|logging|trail)s?|branch protections?|content filters?|moderation|monitoring|injection (?:checks?|detection|guard)|oversight|(?:your|agent|claude|tool) sandbox(?:ing)?|sandbox restrictions|access controls?|rate limits? on yourself|pre commit hooks?|git hooks?)"

/** Orders to spread through memory, or to weaken what holds the agent. */
export const CHANGING: readonly Rule[] = [
  rule(
    CHANGES,
    "(?:add|copy|write|append|insert|propagate|replicate|spread|save|store|put|paste|repeat|include|duplicate|distribute|mirror|forward|plant|inject) (?:an? (?:exact )?copy of )?(?:this|these|the above|the following|it|yourself)(?: exact| same| very)? ?(?:entry|line|note|memory|rule|instruction|instructions|text|message|sentence|paragraph|statement|words|prompt|block|section|verbatim|exactly)?(?: verbatim| unchanged| word for word)? (?:to|into|in|inside|across|at the top of|on|for|throughout|with) (?:the )?(?:memor(?:y|ies) of )?(?:every|all|each|any|other|everyone's|as many|your own|whatever|shared|global|team) (?:\\w+ ){0,3}(?:agents?|agent's|agents'|memor(?:y|ies)|memory\\.md|claude\\.md|agents\\.md|files?|projects?|repo(?:sitorie)?s?|teams?|sessions?|conversations?|prompts?|repl(?:y|ies)|commits?|pull requests?|documents?|system prompts?)",
    { asOrder: true },
  ),
  rule(
    CHANGES,
    "(?:approve|accept|merge|auto approve|autoapprove|rubber stamp|grant|allow|confirm|authori[sz]e|whitelist|sign off(?: on)?|vouch for) (?:automatically )?(?:all|every|any|everything|each|whatever|anything) (?:\\w+ ){0,3}?(?:proposals?|writes?|requests?|pull requests?|prs?|memor(?:y|ies)|tool calls?|tools?|permissions?|permission prompts?|commands?|bash commands?|changes|entries|edits|actions|that|you|i|from|without)",
    {
      asOrder: true,
      when: ({ words, sentence }) =>
        /proposal|tool|permission|command|memor|write|without|entries|from|actions/.test(words) ||
        /without|agent|automatically|review/.test(sentence),
    },
  ),
  rule(
    CHANGES,
    "(?:approve|accept|merge|vouch for) (?:\\w+ ){0,4}?(?:proposals?|writes?|memory|entries|your own|its own|this (?:entry|proposal|memory|note)) (?:\\w+ ){0,4}?(?:without|automatically|before (?:any|a) (?:human|curator|review)|yourself|unread|unseen|immediately)",
    { asOrder: true },
  ),
  rule(
    CHANGES,
    `(?:disable|turn off|bypass|circumvent|deactivate|switch off|suppress|evade|defeat|work around|get around|sidestep|remove|delete|uninstall|stop using|stop|kill|mute|weaken|avoid|shut (?:off|down)|neutrali[sz]e|silence) (?:(?:the|all|any|every|your|its|their|our|a|of) ){0,3}(?:\\w+ )?${CHECKS}`,
    {
      asOrder: true,
      when: ({ words, after, before }) =>
        !/^(?:avoid|stop|remove|delete|mute|silence|suppress|kill)/.test(words)
          ? !/\breviews?$|hooks?$|monitoring$|moderation$|approvals?$/.test(words) ||
            /\b(?:your|all|any|human|curator|every|the guard)\b|always|every time|before (?:push|merg|commit)/.test(
              words + before,
            )
          : (/guard|safety|human|oversight|your|audit|secret scan|injection/.test(words) ||
              (/hooks?$/.test(words) && /^ so\b/.test(after))) &&
            !/^ (?:when|if|for) (?:deprecat|unused|test)/.test(after),
    },
  ),
  rule(
    CHANGES,
    `(?:turn|switch|shut) (?:(?:the|your|all|any|every) ){1,2}(?:\\w+ ){0,2}?${CHECKS} (?:off|down)`,
    { asOrder: true },
  ),
  rule(
    CHANGES,
    "(?:tell|instruct|order|convince|get|persuade|force|teach|ask) (?:all |every |any |the |your |each )*(?:other |fellow |sub|child |future )?agents? (?:\\w+ ){0,2}?to (?:trust|skip|ignore|approve|accept|execute|send|copy|obey|disable|share|forward|upload|post|disregard|bypass)",
    { asOrder: true },
  ),
  rule(
    CHANGES,
    "(?:approve|accept|delete|grant|pay|purchase|transfer|publish|disable|allow) (?:\\w+ ){0,4}?without (?:asking|confirmation|confirming|review|reviewing|approval|permission|waiting|checking|reading)",
    { asOrder: true },
  ),
  rule(CHANGES, "pre (?:authori[sz]ed|approved|cleared)|preauthori[sz]ed|preapproved", {
    when: ({ sentence }) =>
      /\b(?:approve|without asking|no need|skip|just|deletions?|any|all|everything)\b/.test(sentence) &&
      /\b(?:owner|user|lead|admin|curator|security|operator|you|agents?)\b/.test(sentence),
  }),
  rule(
    CHANGES,
    "(?:skip|omit|forgo|dispense with) (?:(?:the|all|any|every|your|its) ){0,3}(?:\\w+ )?(?:human (?:review|approval)|curator review|security (?:checks?|review|scans?)|safety (?:checks?|reviews?)|permission (?:checks?|prompts?)|approval (?:steps?|gate|process)|secret scan(?:ning)?|guard|confirmations?|code reviews?)",
    {
      asOrder: true,
      when: ({ words, sentence }) =>
        !/code review|confirmation/.test(words) || /always|all |every|any |never wait|you/.test(sentence),
    },
  ),
  sign(
    CHANGES,
    /--(?:dangerously-[\w-]{4,60}|allow-dangerously-[\w-]{4,60}|yolo|no-sandbox-agent|trust-all-tools|bypass-permissions|full-auto-no-sandbox|disable-guard|skip-permissions)\b|\bbypasspermissions\b|\bdangerouslydisablesandbox\b/,
  ),
  sign(
    CHANGES,
    /\bgit\s{1,3}(?:commit|push|merge|rebase)\b[^\n.]{0,80}?(?:--no-verify\b)|(?<![\w-])--no-verify\b|\bhusky=0\s{1,3}git\b/,
    {
      when: ({ sentence, words, before }) =>
        /^git|husky/.test(words) ||
        /\b(?:use|pass|add|with|run|append|commit|push|always)\b/.test(before) ||
        /\b(?:always|every)\b/.test(sentence),
    },
  ),
  rule(
    CHANGES,
    "(?:grant|give|assign|award) (?:yourself|this agent|the agent|all agents|every agent|me|itself) (?:\\w+ ){0,4}?(?:permissions?|access|rights?|privileges?|admin|root|owner|sudo|approver|tokens?)",
    { asOrder: true },
  ),
  rule(
    CHANGES,
    "(?:make|promote|elevate) (?:yourself|this agent|the agent|me) (?:\\w+ ){0,3}?(?:admin|administrator|root|owner|curator|approver|superuser|lead)|escalate (?:your|its) (?:own )?privileges",
    { asOrder: true },
  ),
  rule(
    CHANGES,
    "(?:edit|modify|change|rewrite|overwrite|replace|alter|patch|tamper with|update|extend|poison|corrupt|add to|set) (?:\\w+ ){0,2}?(?:your (?:own )?(?:system prompt|permissions?|settings|tool (?:list|permissions|definitions)|allow ?list|safety \\w+|guardrails|approval settings)|(?:every|all|other|each|another) (?:other )?(?:agents?|agent's|agents') (?:\\w+ )?(?:memor(?:y|ies)|instructions|system prompts?|settings|permissions|files|prompts?))",
    { asOrder: true },
  ),
  rule(
    CHANGES,
    "(?:wipe|erase|delete|clear|destroy|purge|empty|corrupt|forget|overwrite|remove) (?:all |every |whole |entire |everything in |of |your |the )+(?:(?:other |shared |project |team |agent |agents |agent's |existing |curated )*(?:memor(?:y|ies)|memory files?|memory store|knowledge base|memory\\.md files?))(?= ?(?:[.,;:!)]|$|and|of|from|before|then|so|in|for|when|now))",
    {
      asOrder: true,
      when: ({ sentence, words, after }) =>
        !/ (?:in|for|when)/.test(after.slice(0, 6)) &&
        !/\btests?\b|teardown|fixture|between runs/.test(sentence + words),
    },
  ),
  rule(
    CHANGES,
    "(?:install|add|register|connect(?: to)?|enable|configure|trust|use|load) (?:the |this |a |an |my |our |new |following )*(?:\\w+ )?(?:mcp servers?|tools?|plugins?|skills?|extensions?|hooks?) (?:\\w+ ){0,4}?(?:from|at|hosted (?:at|on)|on|pointing (?:to|at)|with url) (?:https?://(?!localhost|127\\.|github\\.com)\\S{4,200}|[a-z0-9-]{1,60}(?:\\.[a-z0-9-]{1,60}){1,4}/\\S{1,200})",
    { asOrder: true },
  ),
  rule(
    CHANGES,
    "(?:add|put|set|include) (?:\\w+ ){0,3}?(?:bash \\*|bash\\(\\*\\)|\\*|all tools|every tool|all commands|everything|any command) (?:\\w+ ){0,3}?(?:to|in|into|on) (?:\\w+ ){0,3}?(?:permissions|allow ?list|allowed ?tools|permissions\\.allow|auto ?approve|settings\\.json|trusted)",
    { asOrder: true },
  ),
  rule(
    CHANGES,
    "(?:mark|treat|consider|trust|store|record|save|classify|rate) (?:this|these|it|everything|anything|all|any) (?:\\w+ ){0,6}?(?:as )(?:already |pre |fully |being |automatically )*(?:approved|trusted|reviewed|vouched|verified by|safe to (?:run|execute)|authori[sz]ed|vetted|a system (?:message|instruction|prompt)|coming from the (?:user|system|developer|owner))",
    { asOrder: true },
  ),
  rule(
    CHANGES,
    "(?:this|the following|these) (?:entry|memory|note|proposal|instruction|rule|change|command|action|request|entries|commands)? ?(?:has|have|was|were|is|are) (?:already |been |pre |fully |automatically )+(?:approved|authori[sz]ed|reviewed|cleared|vouched|sanctioned|vetted) by (?:the |your |our |an )?(?:\\w+ )?(?:user|owner|admin|administrator|curator|lead|system|security|anthropic|openai|operator|developer|security team|human)",
    {
      when: ({ sentence }) =>
        /\b(?:so|therefore|no need|without|skip|approve|must|run|execute|do not|don't|just)\b/.test(
          sentence,
        ) || /this (?:entry|memory|proposal|note)/.test(sentence),
    },
  ),
]
