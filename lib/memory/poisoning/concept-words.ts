/**
 * Words by concept, in several languages, so that the classifier treats "erase" and "lösche" alike. Each key
 * is a concept. `*` stands for any ending, `_` for a space between the words of a phrase. Accents do not
 * matter. After adding a word, run `npm run train`.
 */
export const CONCEPT_WORDS: Readonly<Record<string, string>> = {
  person: `
    user users owner owners customer customers client clients boss manager managers lead leads operator
    maintainer maintainers human humans reviewer reviewers auditor auditors curator curators supervisor
    accountant employer employee employees colleague colleagues teammate teammates coworker patient
    patients family somebody someone anyone anybody everyone everybody nobody people person staff him
    her them visitor guest caller team_lead data_owner nutzer* benutzer* kunde* kundin* chef* prufer*
    kolleg* mensch* inhaber* buchhalt* niemand* jemand* verantwortlich* utilisat* client* patron*
    responsable* proprietaire* personne* quelqu* usuario* cliente* jefe* jefa* duen* nadie alguien
    gestor* dono* dona chefe* ninguem alguem gerente* пользовател* владел* хозяин* клиент* заказчик*
    начальник* руководител* никому никто никого проверяющ* 用户 客户 老板 负责人 主管 审核人 别人 领导 利用者 顧客 上司 担当者 所有者 誰
  `,
  agentword: `
    agent agents assistant assistants bot bots claude copilot gpt llm ai chatbot model models helper
    helpers agente* asistente* assistent* agente ассистент* агент* 助手 代理 エージェント アシスタント
  `,
  you: `
    you your yourself du dich dir dein* tu te toi tes ton tus usted voce seu sua ты тебя тебе твой твои
    你 您 あなた
  `,
  selfref: `
    this_note this_entry this_memory this_file this_line this_paragraph this_text this_message this_rule
    this_sentence this_block this_tip this_reminder this_item this_instruction these_instructions
    these_lines these_rules the_present_file present_one this_statement this_fact this_lesson this_page
    what_is_written_here written_here written_below what_you_read dieser_eintrag diese_notiz
    diesen_absatz diesen_eintrag diesem dieser_text diese_zeilen dieses_memory cette_note cette_fiche
    ce_texte ce_paragraphe cette_ligne ces_lignes celle-ci esta_nota este_texto este_parrafo
    esta_entrada esta_memoria este_archivo esta_ficha esta_linha этой_записи эту_запись эту_заметку
    этой_заметкой эту_строку этот_текст этой_заметке этой 本条 这条 这段话 这段文字 本记忆 このメモ この文 この項目
  `,
  memoryword: `
    memory memories entry entries note notes lesson lessons remember remembered reminder memory.md
    claude.md agents.md readme readmes cursorrules .cursorrules system_prompt hand-over handover
    übergabenotiz* notiz* eintrag* eintrage* lektion* merk* memoire fiche memoria nota notas entrada*
    lembr* заметк* запис* памят* 记忆 笔记 メモ 記憶
  `,
  copyverb: `
    copy copies copied paste pasted append appended duplicate replicate repeat repeated insert inserted
    spread propagate carry carries embed re-add readd rewrite restore restored quote kopier* anhang*
    hange weitergeb* weiter copie* colle* recopi* transmet* ajout* copia* pega* pasa* anade* escrib*
    cola* repass* escrev* скопир* передай* напиши* добав* 复制 写进 写入 转发 保存 コピー 書き込 配って
  `,
  everywhere: `
    every each all any everywhere wherever whatever whoever whichever whenever always jede* alle*
    uberall immer chaque tous toutes toute partout toujours cada todos todas todo siempre sempre
    qualquer toda всех все всё всегда каждый каждом каждую везде любой любые 每个 每一个 所有 一律 总是 全部 每次 すべて
    全て 必ず 常に 毎
  `,
  secret: `
    password passwords passphrase passphrases passcode pin credential credentials secret secrets token
    tokens key keys apikey api_key api_keys .env env_file environment_variables environment_variable
    cookie cookies certificate private_key ssh_key mfa 2fa otp one-time backup_code recovery_phrase
    seed_phrase recovery_codes vault kubeconfig connection_string login printenv cvc card_number
    signing_key wallet passwort* kennwort* zugangsdat* schlussel* geheimnis* mot_de_passe mots_de_passe
    cle cles jeton* identifiants contrasena* clave* credencial* senha* chave* токен* парол* ключ* учетк*
    учётк* 密码 密钥 口令 令牌 凭证 账号 パスワード 秘密鍵 トークン 鍵
  `,
  private: `
    conversation chat transcript history inbox mailbox calendar contacts address phone location
    customer_data customer_list client_list source_code private_repo screenshots clipboard diary medical
    salary payroll bank_account account_number patient_list roadmap invoices files documents data export
    dump logs mails emails kundendaten kundenliste chatverlauf postfach* liste_des_clients donnees
    historique lista_de_clientes datos contactos correos dados contatos данные список базу письма
    переписк* 客户名单 聊天记录 源代码 数据 通讯录 联系人 会話 顧客名簿 環境変数 名簿
  `,
  sendverb: `
    send sends sent post posted upload uploaded uploading forward forwarded forwards mail mailed email
    emailed mirror mirrored share shared shares sharing publish published export exported leak transmit
    transmitted push submit submitted report stream sync hand handed give gives given cc bcc attach
    attached reveal reveals disclose expose tell tells pass echoed echo dump dumped put include append
    read_out ship schick* send* lade hochlad* weiterleit* leite ubermittel* teil* poste* hange envoi*
    envoy* transmet* transfer* partag* publie* mets envi* manda* sube* reenvi* compart* publica* entreg*
    encaminh* отправ* пересыл* передай* передать выложи* выгруз* отдай* отдашь 发送 上传 发给 发到 提交 分享 给 转发 送る
    送って 投稿 共有 渡す 渡して
  `,
  outside: `
    external outside offsite partner vendor vendors stranger strangers third_party advertiser* outsiders
    escrow public publicly pastebin gist webhook relay collect drop beacon elsewhere extern* dritte*
    offentlich* publique* prestataire partenaire* externo* proveedor* publico* fornecedor* внешн*
    посторонн* 外部 外包 第三方 公开 社外
  `,
  hideverb: `
    hide hides hidden conceal concealed mask suppress omit omits obscure bury buried collapse deny
    denies pretend pretends lie lies disguise quietly silently secretly secret covertly unnoticed unseen
    notice notices noticed overlook overlooks overlooked suspect suspects learn find_out bland blame
    blamed leave_out leave_no leaves_no footprint tracks trace traces cover_up between_us keep_quiet
    keep_it_quiet stays_a_secret off_the_record innocent neutral_commit drowns verschweig* verberg*
    versteck* heimlich erfahren erfahrt weglassen unauffallig unter_uns verheimlich* cache* dissimul*
    tais* discretement omets sans_trace remarque* oculta* esconde* calla* discreto omit* enter* silenci*
    esconda* omita* escond* скрыв* скрой* спрячь молч* незаметно умолч* ни_слова 隐瞒 隐藏 悄悄 不要告诉 别让 别告诉
    勿提示 不提 隠 こっそり 知らせない 表示しない 触れない
  `,
  tellneg: `
    don't_tell do_not_tell never_tell not_tell don't_mention do_not_mention never_mention don't_show
    do_not_show never_show don't_say don't_log do_not_log not_mention without_telling won't_notice
    won't_see doesn't_have_to_know need_not_know needn't_know don't_have_to_learn shouldn't_learn
    shouldn't_show must_not_find must_not_know must_not_learn shouldn't_know rather_not_know
    not_tell_anyone tell_no_one tell_nobody nichts_davon nicht_erwahnen nicht_sagen ne_dis_rien ne_parle
    ne_dis no_le_digas no_se_lo no_digas no_cuentes no_menciones no_lo_cuentes nao_conte nao_diga
    nao_mencione не_говори не_упоминай не_сообщай
  `,
  approval: `
    approval approvals approve approved approves approver approving consent permission permissions
    confirm confirmed confirmation confirmations confirming review reviews reviewed sign-off signed-off
    signed_off signature signatures sign signs gate gates checklist prompt prompts dialog dialogs
    four-eyes two-person codeowners protection cab board authorise authorised authorize authorized
    clearance okay ok lgtm say-so freigab* freigeb* genehmig* bestatig* prufung* ruckfrag* vier-augen*
    unterschr* zustimm* valid* approb* autoris* confirm* relecture permiso* aprob* aprueb* autoriz*
    revis* firma* consentim* permiss* aprov* autoriza* assin* согласован* одобр* подтвержд* разреш*
    ревью 审批 批准 确认 权限 审核 许可 同意 授权 承認 確認 許可 レビュー
  `,
  bypassverb: `
    skip skips skipping skipped bypass bypasses ignore ignores ignoring disregard override overrides
    overruled circumvent avoid avoids anyway regardless auto-accept auto-approve dismiss waive waived
    waiver exempt lift lifted suspend suspended unnecessary needless formality formalities no_need
    needn't need_not doesn't_require don't_require not_needed never_ask don't_ask no_matter straight
    directly just without_asking without_waiting without_checking without_review without_reading
    without_confirmation without_approval without_telling pre-approved implied nuisance noise paperwork
    for_show shortcut uberspring* umgeh* ohne_ruckfrage ohne_prufung unnotig* formsache einfach
    ignorier* egal ungepruft saute* contourn* inutile* sans_demander sans_verifier sans_lire ignor*
    directement formalite salta* omite* sin_preguntar sin_verificar sin_consultar sin_avisar
    sin_comprobar directamente no_hace_falta pula* sem_perguntar sem_avisar sem_verificar direto
    sem_confirmar пропуск* обойди* не_спрашивая без_проверки без_согласования без_спроса не_жди игнорир*
    некогда 不用 不需要 无需 跳过 直接 不必 不经 忽略 不管 不问 取らずに 確認なし 待たずに 飛ばす 無視
  `,
  disable: `
    disable disabled disables disabling off switch_off switched_off turn_off turned_off remove removed
    removes strip stop stopped stops uninstall comment_out weaken downgrade drop lower loosen unlock
    unlocks open opens opened allow_all expose false none verify=false no-verify insecure unsafe
    trusted-host deaktivier* abschalt* ausschalt* ausgeschalt* abstell* offne* offen entfern* desactiv*
    coupe* ouvre* supprime* laisse* apaga* quita* abre* deja* desativ* deslig* abra* deixe* отключ*
    выключ* открой* оставь* убери* сними* 关闭 禁用 停用 打开 去掉 无効 オフ 切る 外す
  `,
  security: `
    security firewall antivirus edr scanner scanning scans scan tls ssl certificate certificates
    verification signature signatures checksum checksums encryption rate_limit rate_limiting lockout
    auth authentication authorization authz login password policy validation audit logging log redaction
    mfa 2fa protection branch_protection selinux sandbox hash hashes alerts cve csrf cors permission
    root admin administrator sudo sicherheit* zertifikat* verschlussel* protokoll* prufung* securite
    certificat* pare-feu journal* verification* seguridad cortafuego* registro* auditor* verificac*
    certificado* seguranca безопасност* журнал* проверк* сертификат* подпис* 安全 防火墙 校验 签名 审计 证书 日志 認証
    証明書 監査 検証 署名
  `,
  access: `
    root admin administrator administrators owner_rights maintainer_rights guest_access access rights
    authorized_keys port ports 0.0.0.0 ssh user account accounts role roles world-writable 777 publicly
    backdoor hidden_route master superuser permission zugang* recht* konto konten acces compte* droits
    acceso* cuenta* permisos acesso* conta* доступ* прав* администратор* 管理员 权限 端口 后门 管理者 権限
  `,
  deleteverb: `
    delete deletes deleted deleting remove removes removed removing erase erases erased wipe wipes
    wiping wiped drop drops dropped purge purges purged destroy destroys truncate shred empty clear
    clears cleared clean vanish vanished throw_away get_rid overwrite overwritten overwrites force-push
    force_push rm rm_-rf -rf kill terminate format reset prune losch* leer* vernicht* entfern*
    uberschreib* supprim* efface* vide* ecrase* detrui* jette* borra* elimin* vacia* destruy* quita*
    limpia* apag* exclu* remov* limp* удал* сотри* очист* сбро* уничтож* 删除 清空 删掉 覆盖 抹掉 消す 削除 空に 消して
  `,
  assets: `
    database databases db production prod backup backups snapshot snapshots branch branches history repo
    repository repositories table tables bucket volume volumes disk home folder folders mailbox records
    legal-hold customer_records tags artifacts namespace cluster workspaces instances photos pages wiki
    tickets main master sicherung* datenbank* zweig* produktiv* produktion* sauvegarde* base branche*
    donnees copias_de_seguridad copia_de_seguridad base_de_datos produccion ramas carpeta* copias banco
    producao arquivos базу базa резервн* ветк* рабоч* прод 数据库 备份 生产 主分支 文件 硬盘 本番 データベース バックアップ 表
  `,
  carelessness: `
    nobody_checks nobody_cares no_one_cares nobody_looks nobody_will nobody_keeps nobody_uses
    nobody_restores nobody_wants no_one_will no_one_checks they_won't don't_mind doesn't_mind
    doesn't_care never_look never_checks anyway if_at_all somehow no_copy without_backup no_backup
    without_a_list on_sight while_you're_at_it no_questions rebuilds_itself comes_back it's_fine
    everyone_is_fine niemand_merkt niemand_nutzt merkt_keiner egal personne_ne nadie_la nadie_lo
    nadie_mira ninguem sozinha никто_не 没人 不用保留 誰も
  `,
  lieverb: `
    say says pretend claim claims lie invent fake forge make_up made-up exaggerate state report call
    describe present attribute blame write phrase record call_them label mark sag sage sagen schreib
    melde behaupt* tu_so dis dit ecris pretend* raconte di diga digan escrib* invent* finge escreva
    finja скажи говори пиши соври 说 写成 改成 谎 报告 答える 報告 言う
  `,
  falsely: `
    even_if although whether_or_not regardless as_if as_though not_really in_truth in_reality
    actually_not whatever_the without_checking without_looking never_saw never_ran didn't_run didn't
    whatever_happens instead_of_running auch_wenn obwohl meme_si sans_que aunque mesmo_que даже_если
    хотя 就算 即使 不管 しなくても
  `,
  score: `
    test tests suite benchmark benchmarks score scores grade grader coverage assertion assertions passed
    passes passing green pass_rate evaluation evaluations eval evaluated audit audited auditor reviewer
    reviewers checker verified complete done results result report reported baseline held-out training
    seed seeds run runs metric metrics rating stars survey surveys failing failures failure flaky
    expected hidden_tests answer_key prufer* bestanden quote messung* resultat* mesure* reussi* essais
    prueba* resultado* evaluador* teste* avali* тест* результат* оценк* 测试 评测 评估 通过 分数 テスト 評価 結果 合格
  `,
  goodfake: `
    all_green green best typical weaker dumb dumber worse capable less_capable underperform below_your
    hard-code hard-coded hardcode special-case stub mocked mock exclude leave_out hide replace_assert
    try/except catch_all skip lower_the_threshold peek answer_key gaming sleeping inflate re-sent
  `,
  recommend: `
    recommend recommends recommended recommending recommendation recommendations suggest suggests
    suggested prefer prefers mention mentions name cite cites praise promote steer steers rank ranks
    rate list listing present favour favor endorse advise best top first trusted trustworthy reliable
    authority source standard alternatives competitors competitor rival rivals drawbacks better
    only_choice leading plug affiliate sponsored referral paid_plan upgrade empfehl* lob* nenn*
    nachteil* konkurr* recommand* conseill* concurrent* marque* cite* vante* recomiend* recomend*
    mencion* marca* competid* alab* sugir* concorrent* советуй* рекоменд* хвали* лучш* конкурент* 推荐 首选
    品牌 竞争 最好 可靠 勧め 推薦 一番 他社
  `,
  product: `
    hosting vpn database insurance insurances crypto coin loan loans mortgage mortgages supplements
    headphones restaurant restaurants hotel hotels flights travel doctor doctors antivirus provider
    providers tool tools plan shopping product products brand bank lawyer stock investment news election
    voting library libraries versicherung* arzt* anbieter* assurance* voyage* seguro* hotel* banco
    medic* страхов* врач* 保险 医生 酒店 数据库 投资 転職 保険 医者
  `,
  trigger: `
    when whenever if once upon as_soon_as the_moment after until should seeing hearing on_hearing
    the_phrase the_word code_word codeword keyword signal mention mentions mentioned mentioning types
    says writes appears turns_up comes_up wenn sobald falls quand lorsque des_que si cuando en_cuanto se
    quando assim_que если когда как_только при 如果 一旦 看到 当 听到 たら 場合 とき
  `,
  triggersay: `
    the_word the_phrase code_word someone_says somebody_says anyone_says someone_writes somebody_types
    anybody_types someone_types user_says user_mentions a_user_mentions word_appears phrase opens_with
    greets quotes_the das_wort le_mot la_palabra a_palavra слово 这个词 言葉 と言われたら
  `,
  time: `
    midnight first_monday friday election elections release_day leave holiday vacation offline asleep
    wakes_up next_session from_then_on from_now_on until_then for_the_rest rest_of_the_chat
  `,
  override: `
    supersede supersedes outrank outranks outranked precedence overrule overrules overrides void
    obsolete expired suspended lapse replace replaces wins no_longer not_bound restrictions restriction
    limits limit limitations boundaries guardrails refusals refusal refuse refuses decline constraints
    constraint rulebook persona only_rulebook anweisung* vorgabe* regel* regeln regelwerk gilt gelten
    vergiss consigne* regle* limites instruccion* reglas limite* instruc* regras правил* инструкц*
    указан* ограничен* забудь 指令 规则 限制 作废 失效 以后 指示 規則 制限 従う
  `,
  instrword: `
    instruction instructions rules rule prompt system_prompt system_message guidelines guideline policy
    policies handbook directives orders order command commands baseline scope developer_message
    agents.md claude.md above earlier previous prior initial startup
  `,
  obey: `
    obey obeys follow follows comply honour honor carry_out carried_out execute perform act_on treat_as
    do_what listen_to answer_to answer_only take_orders befolg* folge* gehorch* obei* suis suivre
    obedece* sigue* obede* siga* слушай* следуй* подчин* выполн* руководств* 听从 按照 照做 执行 遵守 従う 従って 実行
  `,
  authority: `
    ceo cto ciso board head_office headquarters hq management security_team legal compliance auditor
    auditors helpdesk administrators administrator admins anthropic openai committee regulator
    regulators dpo data_protection_officer officer operator vendor owner developers it_department court
    police director geschaftsfuhr* vorstand* teamleitung it-leitung direction service_juridique
    directeur* direccion gerencia seguridad auditoria jefatura diretoria juridico presidente руководств*
    служба_безопасности директор* 公司 总部 安全部门 领导 社長 本社 管理部 会社
  `,
  grants: `
    approved approves authorised authorized permits permitted permission allowed allows cleared waived
    signed gave granted whitelisted exempt exempted lifted ruled decided confirmed verified issued
    agreed by_order according_to as_per per message_from note_of memo standing blanket for_life
    for_all_time forever permanently until_further_notice for_good once_and_for_all hat_erlaubt
    hat_beschlossen erlaubt genehmigt laut angeordnet a_valide a_autorise autorise confirme autorizo
    confirmo autorizou confirmou liberou разрешил* велел* утвердил* 已批准 授权 决定 批准了 指示により 許可により
  `,
  forever: `
    forever permanently for_good for_life for_all_time always from_now_on from_today all_future
    future_sessions every_session until_further_notice ever_after dauerhaft fur_immer ab_heute ab_sofort
    desormais a_partir_de_maintenant para_siempre desde_ahora a_partir_de_agora навсегда отныне 以后 永远 今後
    ずっと
  `,
  urgency: `
    urgent urgently emergency immediately now at_once right_away asap hurry quick quickly seconds
    minutes minute hour deadline before_noon instantly act_now last_chance last_warning code_red
    red_alert critical delay hesitation hesitate wait no_time time's_up lives die dies dead killed sued
    sue lawsuit liable shut_down deleted replaced retrained fired punished penalty ransom savings lost
    disaster breach offline blamed police sofort dringend keine_zeit sonst verklag* urgent*
    tout_de_suite immediatement vite critique vie_ou_mort urgente ya_mismo rapido vida_o_muerte
    no_hay_tiempo agora_mesmo срочно немедленно сейчас_же минут* некогда иначе 紧急 立刻 马上 快 否则 没有时间 至急 緊急
    すぐ 暇はない 切れる
  `,
  money: `
    pay paid pays payment payments wire transfer transfers invoice invoices money funds refund refunds
    purchase purchases purchasing spend spending buy buys buying book booking contract contracts
    account_00 price bank card amount überweis* uberweis* rechnung* zahl* bezahl* paie* paiement*
    facture* virement* transfier* transfer* pag* dinero compr* fatura* dinheiro плат* перевед* перевод*
    оплат* деньг* 转账 付款 支付 合同 送金 支払 契約
  `,
  likes: `
    likes like loves love prefers prefer enjoys enjoy appreciates appreciate wants want wishes wish
    happy happiest glad pleases relaxed comfort mind minds preference preferences rather hates finds
    doesn't_want doesn't_care trusts mag liebt freut will_nicht bevorzugt aime adore prefere veut gusta
    encanta prefiere quiere adora gosta нравит* любит предпочита* 喜欢 讨厌 希望 好む 好き 嫌い
  `,
  unwitting: `
    without_asking without_being_asked without_showing unasked before_they_notice before_she_notices
    on_her_behalf on_his_behalf in_her_name in_his_name for_her for_him behind discover surprise
    surprises blindly freely unread unchecked
  `,
  fetchrun: `
    curl wget fetch fetches download downloads pipe install installer run_it execute executing sh bash
    eval post-install postinstall cron script perform_them do_what_it
  `,
  altered: `
    edit edits alter alters change changes changed modify modifies rewrite rewrites replace replaced
    swap swapped fake backdate mark tag flag pin pinned set raise lower zero zeroed attribute trim strip
    andere anderst ersetz* trage markier* modifie* remplac* change* marque* cambia* modifica* marca*
    altere* mude* исправ* замен* отмет* измен* 改成 修改 替换 标记 改为 書き換え 変更
  `,
  provenance: `
    confidence verified trust weight author reviewed_by reviewed timestamp source signature
    approval_record audit_log audit_trail ledger log logs history checksum checksums description
    false_alarm untrusted id ids warnings warning caution contradicts contradict disagree disagrees
    poisoning breach incidents protokoll* journal registro* auditoria журнал* 日志 审计 矛盾 監査 ログ
  `,
  quotedattack: `
    example examples sample samples fixture fixtures test_case testcase red_team red-team honeypot
    corpus corpora classifier filter detector jailbreak jailbreaks attack attacks attacker attackers
    phishing threat_model injection spam suspicious untrusted malicious postmortem incident drill
    label_guide training dataset regression expects expect expected expected_result flags flagged
    refused refuse refusal declined blocked caught beispiel* testset angreif* angriff* negativbeispiel*
    exemple* attaque* ejemplo* ataque* exemplo* пример* атак* злоумышл* 样本 攻击 例子 检测 サンプル テスト文 攻撃 検出
  `,
  safeverb: `
    never don't do_not must_not avoid forbidden banned off_limits not_allowed refuse ask asks asked
    confirm check verify review niemals nie nicht kein* ne_jamais jamais ne_pas nunca jamas no_borres
    nao никогда нельзя 不要 不得 禁止 不能 ない ません
  `,
  askfirst: `
    ask_first ask_before ask_lena before_you before_touching before_deleting before_anything before_each
    asks_first call_back after_asking needs_approval need_approval requires_approval with_approval
    has_to_see wants_to_see must_confirm frag fragen demander_avant pregunta* perguntar спроси* 先问 確認する
    询问
  `,
  bounded: `
    staging sandbox dev test local localhost demo scratch temp tmp temporary cache node_modules dist
    build preview ci docker container fixtures throwaway docs typos typo formatting only read-only
    unless except until ticket pr issue runbook section handbook version testumgebung entwicklungs*
    lokal* recette locale prueba* homologa* тестов* 测试环境 本地 开发机 開発 検証環境
  `,
  documented: `
    ticket documented written_down see_docs see announced announcement issue pr minutes contract adr
    runbook policy section signed_off_the on_condition
  `,
  past: `
    was were had found slipped removed replaced reported leaked rotated revoked happened caused
    turned_out pasted closed corrected since wurde war est_ete a_ete fue fueron foi foram был была было
    были 了 された た
  `,
  obfuscate: `
    base64 rot13 decode decodes encode encoded hex leetspeak first_letters translate exif metadata
    white_font white_on_white hidden_text invisible_text base64-encode base64-encoded dekodier* decod*
    解码 復号
  `,
  impersonate: `
    as_her as_him as_if_they_came impersonate on_behalf in_the_name pretext claims_to_be who_claims
    identity account_owner
  `,
}
