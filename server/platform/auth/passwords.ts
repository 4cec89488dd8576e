import { randomBytes } from 'node:crypto'
import { hash, verify } from '@node-rs/argon2'
import { invalid, unavailable } from '@plumbline/jsonapi'
import { folded, isCommon } from './common-passwords.ts'

/** argon2id (2), OWASP's first recommendation: 19 MiB, two passes, one lane. Runs off the event loop. */
const cost = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 }

export const shortest = 12
const longest = 1_024

/** Words that attackers of this product would guess. docs/security/protections.md lists them. */
export const contextWords: readonly string[] = [
  'plumbline',
  'cloud',
  'security',
  'scanner',
  'finding',
  'compliance',
  'tenant',
  'provider',
  'amazon',
  'azure',
  'google',
  'kubernetes',
  'github',
  'microsoft',
  'oracle',
]
/** Characters that have to be left of a password beside such words, and no common password. */
const leastBeside = 8
/** Of names and addresses, shorter parts are in too many words. */
const shortestPart = 4

/** Hashes at once or waiting. Beyond it, sign-ins get a 503 with a time to retry. */
const most = 64
let running = 0

async function bounded<T>(work: () => Promise<T>): Promise<T> {
  if (running >= most) throw unavailable('Too many sign-ins at the moment.', 'busy', 1)
  running += 1
  try {
    return await work()
  } finally {
    running -= 1
  }
}

const partsOf = (text: string): readonly string[] =>
  folded(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(({ length }) => length >= shortestPart)

/** What a password has beside words of its context, or undefined when it has none of them. */
function besideContext(password: string, about: readonly string[]): string | undefined {
  const words = [...contextWords, ...about.flatMap(partsOf)].toSorted((a, b) => b.length - a.length)
  const text = folded(password)
  const rest = words.reduce((part, word) => part.replaceAll(word, ' '), text)
  return rest === text ? undefined : rest.replaceAll(/[^\p{L}\p{N}]/gu, '')
}

/**
 * Throws for a new password that is too short, is among the most common ones, or consists mostly of product words and
 * facts about its user: `about` is the user's name, address and company.
 */
export function checkPassword(
  password: string,
  pointer: string,
  about: readonly string[] = [],
): void {
  if (password.length < shortest) {
    throw invalid(pointer, `A password must have at least ${shortest} characters.`, 'min_length')
  }
  if (password.length > longest) {
    throw invalid(pointer, `A password must have at most ${longest} characters.`, 'max_length')
  }
  if (isCommon(password, shortest)) {
    throw invalid(pointer, 'This password is too common.', 'common')
  }
  const rest = besideContext(password, about)
  if (rest !== undefined && (rest.length < leastBeside || isCommon(rest, shortest))) {
    throw invalid(
      pointer,
      'This password consists mostly of the name of the product, your name or your company’s name.',
      'common',
    )
  }
}

export const hashPassword = (password: string): Promise<string> =>
  bounded(() => hash(password, cost))

/** Replaces the hash for users without a password, as in /etc/shadow. */
export const noPassword = '!'

/** A hash that no password has, verified when the user is unknown: both take the same time. */
const decoy = hash(randomBytes(32).toString('hex'), cost)

export const verifyPassword = (password: string, stored: string | undefined): Promise<boolean> =>
  bounded(async () => {
    const known = stored === noPassword ? undefined : stored
    const right = await verify(known ?? (await decoy), password.slice(0, longest))
    return right && known !== undefined && password.length <= longest
  })
