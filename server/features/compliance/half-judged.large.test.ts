/** No score counts more than was judged: over all frameworks, on a whole account with refused permissions. */
import { deepEqual, equal, ok } from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { demoAccount, isWhole } from '@plumbline/scanner/testing'
import { frameworksOf } from '@plumbline/scanner/frameworks'
import { type Client, type World, world } from '../../testing/index.ts'

let w: World
before(async () => {
  w = await world({ account: demoAccount() })
})
after(async () => {
  await w.close()
  await w.test.close()
})

type Judged = Readonly<
  Record<
    'named' | 'failed' | 'unread' | 'excluded' | 'missing' | 'passed' | 'not_applicable',
    number
  >
>

/** Requirements that read PASS over all frameworks of AWS, and those of them that were not judged whole. */
async function passing(
  user: Client,
  query: string,
): Promise<{ readonly all: number; readonly half: readonly string[] }> {
  const half: string[] = []
  let all = 0
  for (const { id } of frameworksOf('aws')) {
    const path = `/compliance-overviews/requirements?filter[compliance_id]=${id}&${query}`
    const answer = await user.get(path)
    equal(answer.status, 200, answer.text)
    for (const item of answer.items) {
      if (item.text('status') !== 'PASS') continue
      all += 1
      const { unread, excluded, missing, passed } = item.at('checks') as Judged
      if (unread + excluded + missing > 0 || passed === 0) half.push(`${id} ${item.id}`)
    }
  }
  return { all, half }
}

test('over all frameworks no requirement passes by a part of its checks', async () => {
  const provider = await w.acme.provider()
  const scan = await w.acme.scan(provider)
  const queries = [`filter[scan_id]=${scan}`, `filter[provider_id]=${provider}`]
  for (const query of isWhole ? queries : queries.slice(1)) {
    const { all, half } = await passing(w.acme, query)
    ok(all > 150, `${all} requirements pass`)
    deepEqual(half, [])
  }
})

test('nor when a configuration left services out', async () => {
  const provider = await w.rival.provider()
  const attributes = {
    name: 'without s3',
    configuration: { aws: { excluded_services: ['s3', 'kms'] } },
  }
  await w.rival.make('/scan-configurations', 'scan-configurations', attributes, {
    providers: [{ type: 'providers', id: provider }],
  })
  const scan = await w.rival.scan(provider)
  const { all, half } = await passing(w.rival, `filter[scan_id]=${scan}`)
  ok(all > 100, `${all} requirements pass`)
  deepEqual(half, [])
})
