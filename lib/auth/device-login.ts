import { randomInt } from "node:crypto"
import { addAccessToken } from "@/lib/db/teams/access-tokens"
import { commit } from "@/lib/db/infra/commit"
import {
  addDeviceLogin,
  decideDevice,
  type DeviceLoginRow,
  findWaitingDevice,
  pollDevice,
  takeDevice,
  countAttempt,
  type AttemptLimit,
  takeBackAttempt,
} from "@/lib/db/teams/logins"
import { findPerson, type Person } from "@/lib/db/teams/people"
import { newSecret } from "@/lib/db/infra/secrets"
import { done, type Outcome, type Refusal, refused } from "@/lib/memory/inputs/outcome"
import { baseUrl } from "./environment"
import { personActor } from "./create-actor"
import { FROM_ONE_ADDRESS, formatWait } from "./password"

const MINUTES = 10
/** Seconds between two polls of a command line. */
const INTERVAL = 2
/** Tolerance for polls that arrive early. */
const TOLERANCE_MS = 500
export const COMMAND_LINE_DAYS = 90
/** Letters of user codes: no vowels, so that no code is a word, and no Y. */
const LETTERS = "BCDFGHJKLMNPQRSTVWXZ"
/** Limits guesses of user codes by a signed-in person. */
const WITH_ONE_PERSON: AttemptLimit = { free: 10, firstWaitSeconds: 30, longestWaitSeconds: 900 }

export interface BegunDeviceLogin {
  readonly deviceCode: string
  /** The code that the person compares: "BCDF-GHJK". */
  readonly userCode: string
  readonly url: string
  readonly expiresIn: number
  readonly interval: number
}

/** Starts a device login (RFC 8628, 3.1). Limited by network address, like sign-ins. */
export async function beginDeviceLogin(
  { machine, address }: { machine: string; address: string },
  now = new Date(),
): Promise<Outcome<BegunDeviceLogin>> {
  const name = withoutHidden(machine)
  if (name === "" || name.length > 80)
    return refused(
      "invalid",
      'machine: enter 1 to 80 characters that identify the command line, such as "ana@laptop"',
    )
  const wait = await countAttempt(deviceKey(address), FROM_ONE_ADDRESS, now)
  if (wait)
    return refused(
      "too-many",
      `Too many command-line sign-ins from this network address. Try again ${formatWait(wait, now)}.`,
    )
  const deviceCode = newSecret()
  for (;;) {
    const userCode = newUserCode()
    if (
      !(await addDeviceLogin({
        deviceCode,
        userCode,
        machine: name,
        address,
        now,
        expiresAt: new Date(now.getTime() + MINUTES * 60_000),
      }))
    )
      continue
    return done({
      deviceCode,
      userCode,
      url: `${baseUrl()}/connect?code=${userCode}`,
      expiresIn: MINUTES * 60,
      interval: INTERVAL,
    })
  }
}

/** Returns the waiting device login with the code that a person entered. Wrong codes are throttled. */
export async function findDeviceLogin(
  person: Person,
  code: string,
  now = new Date(),
): Promise<Outcome<DeviceLoginRow>> {
  const key = `device of ${person.id}`
  const wait = await countAttempt(key, WITH_ONE_PERSON, now)
  if (wait) return refused("too-many", `Too many invalid codes. Try again ${formatWait(wait, now)}.`)
  const found = await findWaitingDevice(asUserCode(code), now)
  if (!found) return NO_SUCH_CODE
  await takeBackAttempt(key)
  return done(found)
}

/** Approves the device login as this person. The next poll creates the token. */
export function approveDeviceLogin(
  person: Person,
  code: string,
  now = new Date(),
): Promise<Outcome<DeviceLoginRow>> {
  return decide(person, { code, kind: "command-line.allow", decision: { approvedBy: person.id } }, now)
}

/** Rejects the device login. The next poll reports it. */
export function rejectDeviceLogin(
  person: Person,
  code: string,
  now = new Date(),
): Promise<Outcome<DeviceLoginRow>> {
  return decide(person, { code, kind: "command-line.deny", decision: { deniedAt: now } }, now)
}

async function decide(
  person: Person,
  {
    code,
    kind,
    decision,
  }: { code: string; kind: string; decision: Parameters<typeof decideDevice>[1]["decision"] },
  now: Date,
): Promise<Outcome<DeviceLoginRow>> {
  const found = await findDeviceLogin(person, code, now)
  if (!found.ok) return found
  const { id, machine, address } = found.value
  return commit(
    personActor(person),
    { kind, teamId: null, subject: machine, detail: { address } },
    async (tx) => ((await decideDevice(tx, { id, decision, now })) ? done(found.value) : NO_SUCH_CODE),
  )
}

/** Reason why a command line has no token yet, as a code of RFC 8628, 3.5. */
export type DeviceWait = "authorization_pending" | "slow_down" | "access_denied" | "expired_token"

export interface DeviceToken {
  readonly id: string
  /** The access token, returned only here. */
  readonly token: string
  readonly person: string
  readonly expiresAt: string
}

/**
 * Returns the token of an approved login, once, or the reason why there is none. Called for each poll of a
 * command line.
 */
export async function takeDeviceToken(
  { deviceCode, address }: { deviceCode: string; address: string },
  now = new Date(),
): Promise<DeviceToken | DeviceWait | Refusal> {
  const found = await pollDevice(deviceCode, now)
  if (!found) {
    const wait = await countAttempt(deviceKey(address), FROM_ONE_ADDRESS, now)
    return wait
      ? refused("too-many", `Too many attempts. Try again ${formatWait(wait, now)}.`)
      : "expired_token"
  }
  if (found.expiresAt <= now) return "expired_token"
  if (found.deniedAt !== null) return "access_denied"
  if (
    found.polledBefore !== null &&
    now.getTime() - found.polledBefore.getTime() < INTERVAL * 1_000 - TOLERANCE_MS
  )
    return "slow_down"
  if (found.approvedBy === null) return "authorization_pending"
  const person = await findPerson(found.approvedBy)
  if (!person || person.disabled) return "access_denied"
  const made = await makeToken(person, found, now)
  if (!made.ok) return "expired_token"
  await takeBackAttempt(deviceKey(address))
  return made.value
}

/** Creates an access token without rights of its own. Each request looks up the person's rights. */
async function makeToken(
  person: Person,
  { id: waiting, machine }: DeviceLoginRow,
  now: Date,
): Promise<Outcome<DeviceToken>> {
  const token = `qd_${newSecret()}`
  const expiresAt = new Date(now.getTime() + COMMAND_LINE_DAYS * 86_400_000)
  return commit(
    personActor(person),
    { kind: "command-line.begin", teamId: null, subject: machine },
    async (tx) => {
      if (!(await takeDevice(tx, waiting))) return NO_SUCH_CODE
      const id = await addAccessToken(tx, {
        teamId: null,
        projectId: null,
        agent: null,
        userId: person.id,
        name: machine,
        rights: [],
        secret: token,
        createdBy: person.id,
        expiresAt,
      })
      return done({ id, token, person: person.name, expiresAt: expiresAt.toISOString() })
    },
  )
}

/** Returns the stored form of a code: "bcdfghjk", "BCDF GHJK" and "BCDF-GHJK" are the same. */
export function asUserCode(typed: string): string {
  const letters = typed
    .toUpperCase()
    .replaceAll(/[^A-Z]/g, "")
    .slice(0, 9)
  return `${letters.slice(0, 4)}-${letters.slice(4)}`
}

const newUserCode = (): string =>
  asUserCode(Array.from({ length: 8 }, () => LETTERS[randomInt(LETTERS.length)]).join(""))

/**
 * Returns the key that counts device logins of an address. Sign-ins have another key, so that neither blocks
 * the other.
 */
const deviceKey = (address: string): string => `device ${address}`

/**
 * Removes characters that hide or reorder text, because a person approves a device by the name that it sends.
 */
const withoutHidden = (text: string): string => text.replaceAll(/\p{C}/gu, "").replaceAll(/\s+/gu, " ").trim()

const NO_SUCH_CODE = refused(
  "not-found",
  "No command line is waiting for this code. The code may be mistyped, already used, rejected or expired. Check the code, or run quarterdeck login again to get a new one.",
)
