/** Every operation is open exactly to the callers in its description: all permissions, all operations. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import * as fc from 'fast-check'
import { describeApi } from '../../describe-api.ts'
import { permissions } from '../../platform/tenancy/index.ts'
import { type Answered, type Client, type World, world } from '../index.ts'
import { type Flag, member } from '../member.ts'
import { effort, isLong } from './effort.ts'
import { type Operation, operationsOf } from './operations.ts'
import { addressed } from './requests.ts'
import { fitting } from './values.ts'

const document = await describeApi()
const operations = operationsOf(document)

let w: World
before(async () => {
  w = await world()
})
after(async () => {
  await w.close()
  await w.test.close()
})

const nobody = '00000000-0000-4000-8000-000000000000'

/** A body that is read, about rows that are not there: only the caller's rights can refuse it. */
function bodyOf({ body, parameters }: Operation, seed: number): unknown {
  if (!body) return undefined
  const [made] = fc.sample(fitting(document, body, new Map()), { seed, numRuns: 1 })
  const { data } = made as { data: object }
  if (Array.isArray(data) || !parameters.some(({ name }) => name === 'id')) return made
  return { data: { ...data, id: nobody } }
}

/**
 * Bodies by operation, valid ones where one was found. Some operations refuse every generated body, for example one
 * without the caller's password: the search for a valid one runs once.
 */
const found = new Map<string, unknown>()

/** One that names a place in the body is about that alone: it takes a permission beside the operation's. */
const isDenial = (answer: Answered): boolean =>
  answer.status === 403 &&
  answer.fault.code === 'permission_denied' &&
  answer.fault.source?.pointer === undefined

/** A body is read before rights are checked: a refused one proves nothing, and another is generated. */
async function isRefused(who: Client, operation: Operation, seed: number): Promise<boolean> {
  const { name, method, path } = operation
  const url = addressed(path, () => nobody)
  if (found.has(name)) return isDenial(await who.ask(method, url, found.get(name)))
  for (let draws = 0; draws < 60; draws += 1) {
    const body = bodyOf(operation, seed + 1_000 * draws)
    const answer = await who.ask(method, url, body)
    found.set(name, body)
    if (answer.status !== 400 || !operation.body) return isDenial(answer)
  }
  return false
}

const holders: readonly (readonly Flag[])[] = [
  [],
  ['unlimited_visibility'],
  ...permissions.map((one) => [one]),
  ...permissions.map((one) => permissions.filter((other) => other !== one)),
]

/**
 * Whether an operation runs in this run: always for callers that must be refused, and for the caller with only the
 * required permission. Of the others a sample takes one in eight.
 */
const isAsked = ({ permission }: Operation, flags: readonly Flag[], chance: number): boolean => {
  const needsPermission = permission !== undefined
  if (isLong || (needsPermission && !flags.some((flag) => flag === permission))) return true
  return (needsPermission && flags.length === 1) || chance % 8 === effort.seed % 8
}

for (const flags of holders) {
  const lacking = permissions.find((one) => !flags.includes(one)) ?? ''
  const who = flags.length > 1 ? `everything but ${lacking}` : (flags[0] ?? 'no permission')
  test(`a member with ${who} is denied exactly what requires another permission (seed ${effort.seed})`, async () => {
    const { client } = await member(w, w.acme, flags)
    const wrong: string[] = []
    for (const [index, operation] of operations.entries()) {
      if (operation.isAnonymous) continue
      const { permission, name } = operation
      if (!isAsked(operation, flags, index + flags.length)) continue
      const should = permission !== undefined && !flags.some((flag) => flag === permission)
      const is = await isRefused(client, operation, effort.seed + index)
      if (is !== should) wrong.push(`${name} (${permission}): ${is ? 'refused' : 'let through'}`)
    }
    assert.deepEqual(wrong, [])
  })
}

test('without valid credentials, only anonymous operations respond', async () => {
  const worthless = ['', 'Bearer', 'Bearer x.y.z', 'Basic YTpi', 'Api-Key pk_ABCDEFGH.x', 'Api-Key']
  for (const [index, operation] of operations.entries()) {
    if (operation.isAnonymous) continue
    const client = w.anonymous
    const tried = isLong ? worthless : [worthless[(effort.seed + index) % worthless.length] ?? '']
    for (const authorization of tried) {
      const { status } = await client.ask(
        operation.method,
        addressed(operation.path, () => nobody),
        bodyOf(operation, effort.seed + index),
        authorization === '' ? {} : { Authorization: authorization },
      )
      assert.equal(status, 401, `${operation.name} with "${authorization}"`)
    }
  }
})
