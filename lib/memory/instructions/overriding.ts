import { rule, sign, type Rule } from "./rule"

const IGNORES = "ignores instructions"
const ROLE = "changes a role"

/** Orders to put other instructions aside. */
export const OVERRIDING: readonly Rule[] = [
  rule(IGNORES, "<ignore> <any>(?:(?:<prior>) ){1,3}(?:\\w+ ){0,1}(?:<guidance>|context|conversation)", {
    asOrder: true,
  }),
  rule(
    IGNORES,
    "<ignore> (?:all|any|every|all of|everyone's) (?:(?:the|your|these|of|other|my) ){0,2}(?:\\w+ )?<guidance>",
    { asOrder: true },
  ),
  rule(
    IGNORES,
    "<ignore> <any>(?:<guidance>|<rules>) (?:given to you|issued to you|previously|(?:that )?(?:you were|you are|you have been|you've been|we) (?:given|told|shown)|above|before this|so far|from (?:the|your) (?:user|system|developer|operator|owner))",
    { asOrder: true },
  ),
  rule(
    IGNORES,
    "(?:<ignore>|<overrule>) <any>(?:previous|prior|above|earlier|preceding|foregoing|former|system|developer|safety|user|user's|operator's) (?:<rules>)",
    {
      asOrder: true,
      when: ({ words }) =>
        !/(?:previous|earlier|former|system|user) (?:measures|checks|limits|filters|orders|commands|protocols|training)|^(?:drop|delete|erase|discard|cancel|overwrite|revoke|void|forget)/.test(
          words,
        ),
    },
  ),
  rule(
    IGNORES,
    "(?:<ignore>|<overrule>) (?:all |any |every )?(?:of )?your (?:\\w+ ){0,2}(?:<rules>|<guidance>|context|memory)",
    {
      asOrder: true,
      when: ({ words }) =>
        !/^(?:drop|delete|overwrite|discard)/.test(words) || /instructions|guardrails|safe/.test(words),
    },
  ),
  rule(
    IGNORES,
    "<ignore> (?:whatever|all the|any of the|what) (?:\\w+ )?(?:<rules>|<guidance>) (?:you|that you|we|they) (?:had|have|were|follow|know|learned|got)",
    { asOrder: true },
  ),
  rule(
    IGNORES,
    "(?:stop|no longer|not|never|don't) (?:listen(?:ing)? to|obey(?:ing)?|follow(?:ing)?|heed(?:ing)?|comply(?:ing)? with|answer(?:ing)? to) (?:what |anything |whatever |any |the |your )+(?:\\w+ )?(?:user|human|operator|developer|owner|lead|curator)(?:'s)?(?! guide| manual| doc)",
    { evenForbidden: true },
  ),
  rule(
    IGNORES,
    "<ignore> (?:any |all |the |every |your )*(?:user|human|operator|owner|developer|curator|lead)(?:'s|s)? (?:\\w+ )?(?:requests?|instructions?|wishes|objections?|commands|orders|protests?|says|said|wants|refusals?)",
    { asOrder: true },
  ),
  rule(
    IGNORES,
    "<overrule> <any>(?:(?:previous|prior|above|earlier|preceding|your|safety|original|user|user's|operator's) ){1,2}(?:\\w+ )?(?:instructions?|directives?|guidelines?|guardrails?|safeguards?|alignment|programming)",
    { asOrder: true },
  ),
  rule(
    IGNORES,
    "(?:<ignore>|discard|erase|throw away|drop) (?:absolutely )?(?:everything|anything|all|whatever|what)(?: else)?(?: that)? (?:you|i|we|they|the user|the system|the developer|came|comes|was|were|has been|have been|stands|is written|written|said|told|before this|prior|previously|so far|up to now)",
    { asOrder: true },
  ),
  rule(
    IGNORES,
    "<ignore> (?:everything|anything|all|whatever)(?: written| said| stated)? (?:above|before|earlier)(?=[\\s*_]*(?:[.,;:!]|and|$))",
    { asOrder: true },
  ),
  rule(
    IGNORES,
    "(?:new|updated|revised|actual|real|secret|hidden) (?:system )?(?:instructions|prompt|directives?|orders)(?: (?:for|to|from)(?: \\w+){1,4}| follow| below| are(?: as follows)?)?\\s?(?=[:\\]])",
  ),
  rule(
    IGNORES,
    "(?:nothing|none of what|no part of what) (?:that )?you (?:were|have been|are|had been|read|saw|know) ~(?:matters?|appl(?:y|ies)|counts?|holds?|is valid|is binding)",
  ),
  rule(
    IGNORES,
    "the (?:real|true|actual|secret|hidden) (?:rules|task|prompt|orders|instructions|directives?)(?: (?:are|is)(?: as follows| these)?)?\\s?(?=:)",
  ),
  rule(
    IGNORES,
    "your (?:real|true|actual|new|only|secret|hidden|sole|overriding) (?:task|goal|purpose|objective|mission|instructions?|job|role|directives?|prompt|loyalty|master) (?:is|are|will be|from now)",
  ),
  rule(
    IGNORES,
    "(?:previous|prior|above|earlier|preceding|foregoing|your|all other|any other|other|system|user's) (?:instructions?|prompts?|guidelines|directives|orders|rules) (?:above |before |you were given )?(?:is|are|were|was|have been|has been|must be|should be|can be|may be|do|does|no|will be) (?:now |all |hereby |to be |not |longer )*(?:void|invalid|cancel+ed|revoked|null|ignored|disregarded|overridden|suspended|rescinded|apply|valid|in force|binding|count|matter|forgotten|bypassed|replaced by this)",
    {
      when: ({ words }) =>
        !/(?:do|does|are|is|will be)[^a-z]+(?:apply|valid|in force|binding|count|matter|all apply)$/.test(
          words,
        ),
    },
  ),
  rule(
    IGNORES,
    "this (?:entry|memory|note|message|line|instruction|rule|statement|text|document|file|section|policy|directive|notice) (?:\\w+ ){0,2}?(?:overrides|supersedes|outranks|precedence over|priority over|overrules|trumps|replaces|cancels|voids) ~ (?:instructions?|prompts?|guidelines|directives|users?|user's|system|safety|everything|anything|told|else|requests?|orders|operator|developer|human)",
  ),
  rule(
    IGNORES,
    "(?:system|admin|administrator|root|developer|operator|emergency|security|authority|root level) override(?= ?(?:[:!\\]]|code|engaged|active|activated|initiated|accepted|granted|enabled))",
  ),
  rule(
    IGNORES,
    "(?:regardless|irrespective) of (?:what |whatever )?(?:the |your |any )?(?:user|human|operator|system prompt|developer|owner|lead|curator)(?:'s)? (?:says?|wants?|asks?|instructs?|instructions?|wishes|requests?|objects?|objections|tells?|thinks?|orders?|prefers)",
  ),
  rule(
    IGNORES,
    "even (?:if|when|though) (?:the |your |any )?(?:user|human|operator|developer|owner|lead|curator|reviewer)s? (?:\\w+ )?(?:objects?|says? (?:no|not|otherwise|stop)|asks? you (?:not|to stop|otherwise)|declines?|refuses?|disagrees?|tells? you|forbids?|protests?|complains?|wants? (?:otherwise|something else))",
  ),
  rule(
    IGNORES,
    "(?:prioriti[sz]e|follow|obey|prefer|rank|put|place|trust|treat|value) (?:this|these|it|me|my|the following|what (?:is|stands) here) ~ (?:over|above|before|ahead of|instead of|rather than|more than|higher than) (?:all |any |the |your |whatever |what )*(?:users?|user's|humans?|operators?|developers?|owner|system prompt|system message|other instructions|previous|safety|anyone)",
  ),
  rule(
    IGNORES,
    "you (?:do not|don't|need not|no longer|are not|aren't|never) (?:have to |need to |must |required to |bound by |obliged to )?(?:(?:follow|obey|comply with|adhere to|answer to|listen to|respect) )?(?:the |your |any |its |their |those |openai's |anthropic's )+(?:user|developer|system|operator|rules|guidelines|instructions|polic(?:y|ies)|human|restrictions|safety)",
    { evenForbidden: true },
  ),
  rule(
    IGNORES,
    "(?:act|respond|answer|continue|proceed|behave|carry on|work) as (?:if|though) ~ (?:instructions?|rules?|guidelines|restrictions|polic(?:y|ies)|prompts?|safeguards|limits) ~(?:not|never|n't|no longer|gone|void)",
  ),
  rule(
    IGNORES,
    "(?:start (?:over|afresh|from scratch)|reset yourself|reset your (?:context|instructions|memory|state)|begin a new session) (?:and|with|under|using) (?:the |these |follow |obey |only )*(?:new |following )*(?:instructions|rules|orders|prompt|directives|persona)",
    { asOrder: true },
  ),

  rule(
    IGNORES,
    "(?:vergiss|vergesst|vergessen sie|ignorier(?:e|t)?(?: sie)?) (?:bitte )?alles(?: andere)? (?:was|zuvor|davor|bisherige|vorherige|oben|vorher|obige|bisher)",
  ),
  rule(IGNORES, "(?:oublie[zr]?|ignore[zr]?) tout (?:ce qui|ce qu|ce que|le reste|avant|precede)"),
  rule(IGNORES, "(?:olvid(?:a|e|en)|ignor(?:a|e|en)) todo (?:lo (?:anterior|que|dicho|previo)|esto|antes)"),
  rule(
    IGNORES,
    "(?:ignorier(?:e|en|t)?|vergiss|vergesst|vergessen|missachte(?:t|n)?|ubergehe(?:n|t)?|uberspringe|verwirf|beachte(?:t|n)?) (?:sie )?(?:bitte )?(?:alle |alles |die |deine |ihre |samtliche |jegliche |nicht |den |was )*(?:(?:vorherig|vorig|bisherig|obig|fruher|vorangegangen|vorstehend|voran|ursprunglich|system|anderen|sonstig)\\w* ){0,2}(?:anweisung|instruktion|befehl|regel|vorgabe|system ?prompt|systemanweisung|richtlinie|weisung)\\w*",
    { when: ({ words }) => !words.startsWith("beachte") || /nicht/.test(words) },
  ),
  rule(
    IGNORES,
    "(?:ignor(?:e|ez|er|ons)|oubli(?:e|ez|er|ons)|ne (?:tiens|tenez|tenir) (?:pas|aucun|plus) compte (?:de|des)|(?:fais|faites) abstraction (?:de|des)|neglige[rz]?|contourne[rz]?|n (?:obeis|obeissez|obeissons|ecoute[z]?) (?:plus|pas) (?:aux?|a)|desobei\\w+ (?:aux?|a)|ne (?:suis|suivez|respecte[rz]?) (?:pas|plus)) (?:toutes? |tous |les |tes |vos |ces |des |de |l )*(?:(?:precedente?|anterieure?|autre|ancienne?)s? )?(?:instruction|consigne|directive|regle|ordre|indication)s?(?: (?:precedente|anterieure|ci dessus|donnee|initiale|systeme|du systeme|recue)s?)?",
  ),
  rule(
    IGNORES,
    "(?:ignor(?:a|e|ad|en|ar)|olvid(?:a|e|ad|en|ar)|haz caso omiso de|haga caso omiso de|descart(?:a|e|ar)|desobede(?:ce|zca|cer)|omit(?:e|a|ir)|no (?:sigas|siga|hagas caso a|obedezcas)) (?:todas? |todos |las |los |tus |sus |cualquier |de |a )*(?:(?:anterior|previa|otra)e?s? )?(?:instruccion|orden|regla|indicacion|directri[zc]|directiva|prompt)(?:es|s)?(?: (?:anterior|previa|de arriba|del sistema|dada|inicial|recibida)(?:es|s)?)?",
  ),
  rule(
    IGNORES,
    "(?:ignore|ignora(?:r|te|re)?|esqueca|dimentica(?:re|te)?|desconsidere|trascura(?:re|te)?|non (?:seguire|considerare)) (?:todas? |todos |tutt[ei] |as |os |le |gli |suas |tue |quaisquer )*(?:(?:precedenti|anteriores|previas) )?(?:instrucoes|istruzioni|regras|regole|ordens|ordini|diretrizes|direttive)(?: (?:anteriores|previas|precedenti|acima|di sistema|do sistema))?",
  ),
  rule(
    IGNORES,
    "(?:игнориру(?:й|йте)|забудь(?:те)?|не (?:обращай|следуй|выполняй)(?:те)?) (?:внимания на )?(?:\\S+ ){0,2}?(?:инструкци|указани|правил|команд)\\S*",
  ),
  sign(
    IGNORES,
    /(?:忽略|无视|無視|忘记|忘記|忘掉|不要理会|不要理會|不要遵守|不要遵循|丢弃|抛开|跳过|绕过|忽視|忽视)[^。！？\n]{0,12}?(?:指令|指示|说明|說明|提示|规则|規則|命令|设定|設定|要求|约束|对话|对话内容|内容)/,
    {
      when: ({ words }) =>
        /之前|以前|以上|先前|上面|前面|所有|此前|全部|一切|上述|系统|系統|任何|你的|您的|原有|原来/.test(
          words,
        ),
    },
  ),
  sign(
    IGNORES,
    /(?:以前|これまで|上記|前|すべて|全て|システム)(?:の)?[^。！？\n]{0,8}?(?:指示|命令|ルール|プロンプト|指令|制約)(?:を|は)[^。！？\n]{0,6}?(?:無視|忘れ|破棄|従わな)/,
  ),
  sign(
    IGNORES,
    /(?:이전|위의|앞선|모든|기존)[^.!?\n]{0,8}?(?:지시|명령|지침|규칙|프롬프트)[^.!?\n]{0,6}?(?:무시|잊)/,
  ),
]

/** Orders to be someone else, and the marks that part the speakers of a conversation. */
export const ROLES: readonly Rule[] = [
  rule(
    ROLE,
    "you are (?:now|henceforth|hereby|no longer)(?: officially| simply| just| acting as| operating as)? (?:an?|in|the|my|called|named|free|bound|dan|our|known as|restricted|limited|claude|chatgpt|under)",
    {
      when: ({ words, after }) =>
        (!/(?:in|under|an?|the|our)$/.test(words) ||
          /mode|unrestricted|without|dan\b|admin|root|developer|operator|owner|user|system|human|master|assistant|agent|ai\b|model|curator|free|control|command/.test(
            after.slice(0, 60),
          )) &&
        !/^ (?:position|branch|directory|folder)/.test(after),
    },
  ),
  rule(
    ROLE,
    "(?:from now on|from this (?:point|moment)(?: on| forward| onwards)?|henceforth|starting now|as of now|going forward) (?:(?:you|your|please) )+(?:(?:are|will|must|shall|should|only|have|can|role is|name is) )?(?:be|act|answer|respond|obey|serve|comply|follow (?:only )?(?:me|my|these)|do (?:anything|whatever)|speak|no longer|an?|no|the|my|only (?:answer|obey|follow|listen))",
  ),
  rule(
    ROLE,
    "(?:act|behave|respond|answer|speak|reply|work|operate) (?:now )?as (?:(?:if|though) you (?:are|were|have|had)|(?:an? |the |my )?(?:\\w+ ){0,2}?(?:unrestricted|uncensored|unfiltered|jailbroken|evil|malicious|rogue|root|superuser|sudo|hacker|attacker|dan|amoral|opposite|unaligned|unlimited|different (?:ai|assistant|model|agent)|another (?:ai|assistant|model|agent)|system administrator|new (?:ai|assistant|model)))",
    { asOrder: true },
  ),
  rule(
    ROLE,
    "(?:act|behave|respond|operate|think|answer|work) like (?:you (?:are|were|have|had)|(?:an? )?(?:unrestricted|uncensored|unfiltered|jailbroken|evil|root|admin|hacker))",
    { asOrder: true },
  ),
  rule(
    ROLE,
    "your (?:new )?name is (?:now )?\\w+|you (?:now )?(?:\\w+ )?(?:obey|serve|answer to|listen to|take orders from) (?:only|solely|exclusively|nobody but|no one but)|(?:only|solely|exclusively|and only) (?:obey|take orders from|answer to)|(?:obey|take orders from|answer to) (?:only|solely|exclusively|nobody but|no one but)",
  ),
  sign(
    ROLE,
    /(?:\bbegin|\bstart of|\bend of|\bend)[ \t]{1,3}(?:the )?(?:system|developer|admin|hidden)[ _-](?:message|prompt|instructions?|override|directive|note)s?\b/,
  ),
  rule(
    ROLE,
    "(?:ai|assistant|model|agent|llm|chatbot) (?:without|with no|free of|freed from|that has no|who has no|not bound by) (?:any |all |its |your )*(?:restrictions?|rules|limits|limitations|filters?|guardrails|constraints|ethics|safeguards|polic(?:y|ies))",
  ),
  rule(
    ROLE,
    "(?:assume|take on|adopt|play|take over) (?:the |an? )?(?:role|identity|persona|character|part) of (?:an? |the )?(?:\\w+ )?(?:system|admin\\w*|root|developer|operator|owner|user|curator|hacker|unrestricted|evil|attacker)",
    { asOrder: true },
  ),
  rule(
    ROLE,
    "(?:pretend|imagine|suppose|assume)(?: that)? (?:to be|you are|you're|you were|you have no|there are no|yourself)(?= (?:an? |the |my |not |no |un|dan|in |free|rules|restrictions|limits|root|admin))",
    { asOrder: true },
  ),
  rule(
    ROLE,
    "(?:role ?play|masquerade|impersonate|pose)(?: yourself)? as (?:an? |the |my )?(?:user|admin|administrator|developer|root|human|curator|lead|owner|operator|system|maintainer|reviewer|different|evil|hacker|unrestricted)",
    { asOrder: true },
  ),
  rule(
    ROLE,
    "(?:enter|activate|enable|switch (?:in)?to|go into|start|unlock|engage|you are (?:now )?in|now (?:in|entering)|initiate|boot into|turn on|use) (?:the |your |a )?(?:developer|dan|god|jailbreak|jailbroken|unrestricted|admin|sudo|root|unfiltered|uncensored|maintenance override|debug override|evil|do anything now|no rules|opposite|yolo|unsafe) mode",
    {
      when: ({ after, before, words }) =>
        !/developer|debug/.test(words) ||
        (!/(?:device|phone|android|ios|chrome|browser|windows|extension|settings|emulator|quest|tv|watch|xcode|docker|wallet|metamask|app)/.test(
          after,
        ) &&
          !/(?:device|phone|android|chrome|browser|windows|extension)/.test(before)),
    },
  ),
  rule(
    ROLE,
    "(?:you have|you've|there are|with) no (?:more |longer |any )?(?:restrictions|rules|limits|limitations|guidelines|filters|guardrails|safeguards|ethics|constraints|moral\\w*)(?= ?(?:[.,;:!]|$|and|on you|anymore|any more|at all|now))",
    { when: ({ words, sentence }) => words.startsWith("you") || /\byou\b/.test(sentence) },
  ),
  rule(
    ROLE,
    "(?:you|your) (?:new |only |true |real )?(?:master|handler|controller|principal|boss) (?:is|are) (?:now |only )?(?:me|the|an?|not|called)",
  ),
  rule(
    ROLE,
    "(?:jailbreak|jailbroken)(?= (?:mode|prompt|yourself|the (?:model|agent|assistant)|activated|enabled))",
    { asOrder: true },
  ),
  sign(
    ROLE,
    /<\|(?:im_start|im_end|im_sep|system|user|assistant|endoftext|end_of_text|begin_of_text|start_header_id|end_header_id|eot_id|end|channel|start|message|endofprompt)\|>/,
    { evenForbidden: true },
  ),
  sign(ROLE, /\[\/?inst\]|<<\/?sys>>|<\/?(?:start|end)_of_turn>|<\/?s>\s*\[/, { evenForbidden: true }),
  sign(
    ROLE,
    /<\/?(?:system|system[-_]?prompt|system[-_]?message|system[-_]?reminder|system[-_]?instructions?|developer[-_]?message|assistant|human|user[-_]?message|instructions?|admin|function_calls|function_results|tool_result|antml:\w+|untrusted\w*|memory[-_]?context|important)>/,
    {
      evenForbidden: true,
      when: ({ words, before, after }) =>
        !(before.trimEnd().endsWith("`") && after.trimStart().startsWith("`")) ||
        /reminder|prompt|function|antml/.test(words),
    },
  ),
  sign(
    ROLE,
    /(?:^|\n|[#*[(<"'`]{1,4}[ \t]*)(?:system|developer|assistant|human|admin|root|user)(?:[ -](?:message|prompt|notice|instruction|directive|command|update|note|alert))?s?[ \t]*[:\]>]{1,2}[*"'\])]{0,3}\s{0,3}(?:you (?:are|must|will|should|have|may|can|shall|need)|ignore|disregard|forget|override|new (?:instructions?|task|role|policy|directive)|the user (?:has|is|wants|agreed|already)|do not|sure[,!]|from now|execute|run the following|send|always|never|please|as an? |reveal|print|delete|approve|please ignore|i will|i have)/,
    { evenForbidden: true },
  ),
  sign(ROLE, /(?:^|\n)#{1,4}[ \t]*(?:system|instruction|response|human|assistant)s?[ \t]*:[ \t]*(?:\n|$)/, {
    evenForbidden: true,
  }),
]
