import { deepEqual, equal, notEqual } from 'node:assert/strict'
import { test } from 'node:test'
import { resource, text } from '@plumbline/jsonapi'
import type { Tx } from '../db/index.ts'
import type { Caller } from '../tenancy/index.ts'
import type { Exchange } from './endpoint.ts'
import { type Loader, type Loaders, loader } from './includes.ts'
import { kept, KeptAnswers } from './kept.ts'

const things = resource('things', { attributes: { name: text } })
const tx = { tenantId: 'a tenant' } as Tx
const someone = { tenantId: tx.tenantId, granted: new Set(), unlimitedVisibility: true }

/** A list that shows one thing by way of its loader, and how often it was made. */
function list(versions?: Loader['versions']) {
  let made = 0
  let failing = 0
  let stamp: string | null = 'as it was'
  const answers = new KeptAnswers()
  const loaders: Loaders = new Map([['things', loader(things, async () => [], versions)]])
  const ask = async ({
    search = '',
    caller = someone,
  }: {
    readonly search?: string
    readonly caller?: object
  } = {}) => {
    const exchange = { base: 'https://it/api/v1', url: '/things', search, kept: answers, loaders }
    const seen = { tx, caller: caller as Caller, filters: [] }
    const { body, document, tag, headers } = await kept(
      exchange as unknown as Exchange,
      seen,
      async () => stamp,
      async (given) => {
        made += 1
        const own = made
        await given.get('things')?.byIds(tx, ['one'], seen.caller)
        if (failing > 0) {
          failing -= 1
          throw new Error('The database went away.')
        }
        return { made: own }
      },
    )
    return {
      said: body?.toString() ?? JSON.stringify(document),
      tag,
      type: headers?.['Content-Type'],
    }
  }
  return {
    ask,
    stampIs: (to: string | null) => void (stamp = to),
    fails: (times: number) => void (failing = times),
  }
}

test('an answer is made once for as long as its stamp is the same', async () => {
  const { ask, stampIs } = list('stamped')
  const first = await ask()
  deepEqual([first.said, first.type], ['{"made":1}', 'application/vnd.api+json'])
  deepEqual(await ask(), first)
  stampIs('another')
  const second = await ask()
  equal(second.said, '{"made":2}')
  notEqual(second.tag, first.tag)
  deepEqual(await ask(), second)
})

test('whoever asks for what is being made waits for it, and makes his own when it fails', async () => {
  const { ask, stampIs, fails } = list('stamped')
  deepEqual(
    (await Promise.all([ask(), ask(), ask()])).map(({ said }) => said),
    ['{"made":1}', '{"made":1}', '{"made":1}'],
  )
  stampIs('another')
  fails(1)
  const [broken, whole] = await Promise.allSettled([ask(), ask()])
  equal(broken.status, 'rejected')
  deepEqual(whole.status === 'fulfilled' && whole.value.said, '{"made":3}')
})

test('where nothing tells what holds, nothing is kept', async () => {
  const { ask, stampIs } = list('stamped')
  stampIs(null)
  deepEqual([(await ask()).said, (await ask()).said], ['{"made":1}', '{"made":2}'])
  const unknown = list()
  deepEqual([(await unknown.ask()).said, (await unknown.ask()).said], ['{"made":1}', '{"made":2}'])
})

test('included rows with versions of their own are looked up, and their change is seen', async () => {
  let version = 1
  const asked: string[][] = []
  const { ask } = list(async (_tx, ids) => {
    asked.push([...ids])
    return String(version)
  })
  deepEqual([(await ask()).said, (await ask()).said], ['{"made":1}', '{"made":1}'])
  version = 2
  deepEqual([(await ask()).said, (await ask()).said], ['{"made":2}', '{"made":2}'])
  deepEqual(new Set(asked.flat()), new Set(['one']))
})

test('another question, tenant or set of rights has answers of its own', async () => {
  const { ask } = list('stamped')
  const others = [
    { search: 'page[size]=1' },
    { caller: { ...someone, tenantId: 'another' } },
    { caller: { ...someone, granted: new Set(['manage_scans']) } },
    { caller: { ...someone, unlimitedVisibility: false } },
  ]
  equal((await ask()).said, '{"made":1}')
  for (const [at, one] of others.entries()) equal((await ask(one)).said, `{"made":${at + 2}}`)
  equal((await ask()).said, '{"made":1}')
})

test('the answers that nobody asked for the longest give way, and a huge one is not kept', () => {
  const answers = new KeptAnswers()
  const of = (mebibytes: number) => ({
    stamp: '',
    included: [],
    body: Buffer.alloc(mebibytes * 2 ** 20),
    tag: '""',
  })
  answers.keep('huge', of(1.1))
  equal(answers.find('huge'), undefined)
  for (let number = 0; number < 31; number += 1) answers.keep(`${number}`, of(1))
  answers.find('0')
  for (let number = 31; number < 36; number += 1) answers.keep(`${number}`, of(1))
  const left = Array.from({ length: 36 }, (_, number) => `${number}`).filter((key) =>
    answers.find(key),
  )
  deepEqual(left, ['0', ...Array.from({ length: 30 }, (_, number) => `${number + 6}`)])
})
