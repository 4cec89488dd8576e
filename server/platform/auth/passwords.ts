import { randomBytes } from 'node:crypto'
import { hash, verify } from '@node-rs/argon2'
import { invalid, unavailable } from '@plumbline/jsonapi'
import { common } from './common-passwords.ts'

/** argon2id (2) as OWASP asks for it first: 19 MiB, two passes, one lane. Runs off the event loop. */
const cost = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 }

const shortest = 12
const longest = 1_024

/** Hashes at once or waiting. Beyond it a flood of sign-ins is told to come back. */
const most = 64
let running = 0

async function bounded<T>(work: () => Promise<T>): Promise<T> {
  if (running >= most) throw unavailable('Too many sign-ins at this moment.', 'busy', 1)
  running += 1
  try {
    return await work()
  } finally {
    running -= 1
  }
}

/** Throws when a new password is too short or among those that everybody tries first. */
export function checkPassword(password: string, pointer: string): void {
  if (password.length < shortest) {
    throw invalid(pointer, `A password has at least ${shortest} characters.`, 'min_length')
  }
  if (password.length > longest) {
    throw invalid(pointer, `A password has at most ${longest} characters.`, 'max_length')
  }
  if (common.has(password.toLowerCase())) {
    throw invalid(pointer, 'This password is among those that everybody tries first.', 'common')
  }
}

export const hashPassword = (password: string): Promise<string> =>
  bounded(() => hash(password, cost))

/** A hash that no password has, verified when the user is unknown: both take the same time. */
const decoy = hash(randomBytes(32).toString('hex'), cost)

export const verifyPassword = (password: string, stored: string | undefined): Promise<boolean> =>
  bounded(async () => {
    const right = await verify(stored ?? (await decoy), password.slice(0, longest))
    return right && stored !== undefined && password.length <= longest
  })
