import { stemOf } from "../text/stems"

/**
 * How people who build software say the same thing. Each line is one idea; the first wording names it. An underscore joins the words of
 * a wording of several. Words stand in any inflection, and in lower case. A word belongs to one idea: the first line that has it.
 */
const SAME = `
must should shall ought need_to have_to required_to be_sure_to make_sure be_to
use used using utilize employ adopt go_with opt_for make_use_of prefer favor favour choose pick stick_to stick_with pass_through go_through
run ran running execute perform invoke kick_off
start launch boot begin startup bootstrap spin_up bring_up
stop halt shut_down shutdown terminate kill
fail failed failure break broke broken crash blow_up fall_over go_wrong choke fall_apart
flaky flake intermittent unstable unreliable nondeterministic sporadic now_and_then unpredictable come_and_go
delete deletion remove removal drop erase purge wipe discard get_rid_of rid
change modify modification edit alter adjust amend tweak touch
update upgrade bump
fetch retrieve get load obtain got
send emit publish sent post
save store storage persist keep stored kept hold held retain retained retention live lives
check verify verification confirm inspect assert validate validation
show display render draw shown
fix repair resolve solve correct patch
bug defect fault problem trouble
error exception
slow sluggish take_long takes_long takes_forever drag
fast quick speedy rapid
limit cap threshold ceiling quota max maximum at_most no_more_than up_to
minimum min at_least no_fewer_than no_less_than
config configuration cfg conf setting settings
env env_var env_variable environment_variable environment envvar
postgres postgresql pg psql
db database datastore data_store
repo repository codebase code_base
dir directory folder
doc docs document documentation
test tests testing spec_file
ci continuous_integration build_server
pipeline workflow
deploy deployment release ship rollout roll_out shipping go_out goes_out went_out go_live
prod production
staging preprod pre_production
dev development
local locally on_your_machine laptop
auth authentication authenticate authn login signin sign_in log_in
authz authorization authorisation permission access_right
pr pull_request merge_request mr
merge land
approve approval sign_off signoff green_light greenlight thumbs_up
typescript ts tsx
javascript js
python py
k8s kubernetes kube
tf terraform
golang go_lang
frontend front_end client_side
backend back_end server_side
api_endpoint endpoint route
req request
resp response reply
param parameter argument arg
func function fn method
var variable
lib library package dependency deps dependent third_party
version ver
msg message
async asynchronous asynchronously nonblocking
sync synchronous synchronously
timeout time_out timed_out
retry reattempt try_again attempt_again try_once_more
idempotent safe_to_repeat safe_to_retry repeatable rerunnable safe_to_rerun safe_to_run_twice
secret credential
customer buyer shopper
amount money price monetary monetary_value monetary_amount
cents minor_unit minor_units pence smallest_unit
integer int whole_number integers
float floating_point double floating
timezone time_zone tz
localtime local_time wall_clock_time
timestamp datetime date_time
before prior_to ahead_of previous_to
after following once as_soon_as afterwards afterward
only solely exclusively just nothing_but
own owner belong_to responsible_for in_charge_of maintain maintainer
ask contact ping reach_out talk_to consult turn_to go_to speak_to
notify alert inform tell warn let_know page_someone
convention rule standard guideline
indent indentation
lint linter linting
format formatter formatting
component widget
server host
service microservice
old legacy outdated obsolete stale deprecated
new fresh brand_new
empty blank
duplicate dup dupe
wrong incorrect invalid bad faulty
allow permit let permitted
enable turn_on activate switch_on switched_on turned_on
disable turn_off deactivate switch_off switched_off turned_off
require need depend_on rely_on needed mandatory compulsory obligatory necessary
replace substitute swap supersede
wait pause sleep
split divide separate break_up break_into
combine join consolidate
prevent block inhibit hinder
cause lead_to result_in bring_about make made
handle deal_with take_care_of cope_with
throw raise thrown
swallow suppress silence hide
monitor observe watch track
rotate renew
expire run_out lapse
rollback revert undo roll_back back_out
backup back_up
daily every_day each_day once_a_day day_by_day
nightly every_night each_night overnight
weekly every_week each_week once_a_week
monthly every_month each_month once_a_month
hourly every_hour each_hour once_an_hour
manual manually by_hand
automatic automatically auto automate automated by_itself on_its_own
parallel concurrent concurrently simultaneous simultaneously at_the_same_time side_by_side in_parallel concurrency
serial serially sequential sequentially one_at_a_time one_by_one one_after_another
flag toggle feature_flag feature_toggle
translate translation i18n localization l10n locale
accessibility a11y accessible
e2e end_to_end
mock stub fake
performance perf
refactor restructure rework
first initially at_first
share shared reuse reused common in_common
wrap enclose surround
install installation set_up setup
pin lock fix_to freeze
write wrote written
read
describe explain spell_out
generate generation produce generated
create creation
migrate migration
connect connection
encrypt encryption
subscribe subscription
build compile compilation built
commit check_in checkin committed
push
review code_review reviewed
name call named called naming
place put located location live_in lives_in sit_in sits_in reside belong_in goes_in
call_site caller
truncate cut_off cut chop clip
ignore skip disregard leave_out omit overlook
exceed go_over more_than above over greater_than longer_than
below under less_than fewer_than beneath
large big huge
small tiny little
twice two_times double_time
remember keep_in_mind bear_in_mind
happen occur take_place
always every_time at_all_times without_exception in_all_cases invariably
never at_no_time under_no_circumstances
quote quotation
expensive costly
cheap inexpensive
restart reboot bounce
reset clear clean flush
leak leakage
schedule scheduled cron
unique distinct
lowercase lower_case
uppercase upper_case
camelcase camel_case
snakecase snake_case
kebabcase kebab_case
pascalcase pascal_case
softdelete soft_delete
midnight
sudden suddenly
return give_back hand_back
accept take
reject refuse deny decline turn_down turn_away
decision decide decided
plain raw bare
team squad
staff people person colleague
euro eur
dollar usd
gha github_actions
rn react_native
ue unreal_engine unreal
mfa 2fa two_factor multi_factor second_factor
pii personal_data personally_identifiable personal_information
sso single_sign_on
hf hugging_face huggingface
wandb weights_and_biases
llm language_model
image picture photo img
abort interrupt
finish complete conclude
invoice bill
supplier vendor
employee worker staff_member
salary wage
contract agreement
lawyer counsel attorney
holiday vacation
mail email e_mail
phone telephone
parcel shipment
refund reimburse reimbursement money_back
discount rebate price_reduction
purchase buy bought acquire acquisition
sell sale sold
car vehicle
ceo chief_executive
cfo chief_financial finance_director
engineer eng developer programmer
newcomer new_hire newbie
january jan
february feb
march mar
april apr
june jun
july jul
august aug
september sep sept
october oct
november nov
december dec
disk hard_disk
cpu processor
gpu graphics_card accelerator
certificate cert
password passphrase passcode
color colour
dataset data_set
annotate annotation
incident outage
oncall on_call on_duty
postmortem post_mortem
runbook playbook
acknowledge ack
greet greeting
apologise apologize
fps framerate frame_rate
firmware fw
immutable append_only unchangeable unalterable
quarterly every_quarter each_quarter once_a_quarter
yearly annual annually every_year each_year once_a_year
prolong extend lengthen
optin opt_in opts_in opted_in
optout opt_out opts_out opted_out
metre meter
kilometre kilometer
gram gramme
readonly read_only
`

/** Words that carry little by themselves: dropped, unless nothing else is there. */
const EMPTY = `
a an the this that these those it its they them their there here we our us you your i my me he she his her one ones some any each every all both
is are was were be been being am do does did done has have had having will would can could may might
of in on at by for from to with into onto out up down off about as via per through within across between among around during
and or but so if when while whenever where which who whom whose what why how than then because since due also too very really quite rather still just
please note important remember know known see look such like etc e.g i.e eg ie thing things way ways case cases sure actually basically simply currently now today already
get got lot bit much many more most other same own even well else let lets get gets
`

/** Said in every second statement of this trade: they tell little of what it is about. Weights 0–1. */
const FREQUENT: Readonly<Record<string, string>> = {
  "0.15": "must always only",
  "0.3":
    "use make do work go come set put take give way new good treat stay exist mean apply contain include expect want try appear happen occur",
  "0.55":
    "run need require code file project add change write read call name check keep save handle support create place test system app application",
  "0.75":
    "build deploy service api data user error fail start update time value type server version config function class module default set list line commit branch db request response",
}

export interface Wording {
  /** Stems of the words, in order. */
  readonly words: readonly string[]
  readonly idea: string
}

const ideas = new Map<string, string>()
const phrases = new Map<string, Wording[]>()
for (const line of SAME.trim().split("\n")) {
  const wordings = line.split(" ").map((wording) => wording.split("_").map(stemOf))
  const idea = (wordings[0] as string[]).join("_")
  for (const words of wordings) {
    const [first = ""] = words
    if (words.length === 1) ideas.set(first, ideas.get(first) ?? idea)
    else
      phrases.set(
        first,
        [...(phrases.get(first) ?? []), { words, idea }].toSorted((a, b) => b.words.length - a.words.length),
      )
  }
}

const emptyWords = new Set(EMPTY.trim().split(/\s+/))
const empty = new Set(Array.from(emptyWords, stemOf))
const weights = new Map(
  Object.entries(FREQUENT).flatMap(([weight, words]) =>
    words.split(" ").map((word) => [ideaOf(stemOf(word)), Number(weight)] as const),
  ),
)

/** The idea that a stem stands for: the stem itself where nothing else is known. */
export function ideaOf(stem: string): string {
  return ideas.get(stem) ?? stem
}

/** Wordings of several words that begin with a stem, the longest first. */
export function wordingsFrom(stem: string): readonly Wording[] {
  return phrases.get(stem) ?? NONE
}
const NONE: readonly Wording[] = []

/** Single-word names with capitals inside. */
const NAMES = new Set(
  "github gitlab bitbucket circleci postgresql mysql mongodb dynamodb graphql javascript typescript rabbitmq nodejs nextjs vuejs openapi pagerduty youtube linkedin whatsapp webassembly webgl websocket devops wordpress powershell clickhouse bigquery cloudformation cloudfront cloudflare launchdarkly newrelic datadog typeorm eslint tslint sqlite mariadb nestjs typebox".split(
    " ",
  ),
)
export const isName = (word: string): boolean => NAMES.has(word) || ideas.has(word)

export const isEmptyWord = (stem: string): boolean => empty.has(stem)

/** The same of a word as it is written: the name Sam has the stem of `same`. */
export const isEmptyAsWritten = (word: string): boolean => emptyWords.has(word)

/** How much an idea tells of what a statement is about, 0–1: 1 for all that is not said everywhere. */
export function weightOf(idea: string): number {
  return weights.get(idea) ?? 1
}
