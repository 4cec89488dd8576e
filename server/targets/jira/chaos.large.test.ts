/** Dispatches that fail in every way there is, and are retried as their errors require: one issue each. */
import { deepEqual, equal, ok } from 'node:assert/strict'
import { after, test } from 'node:test'
import { seeded } from '@plumbline/scanner/testing'
import { egress } from '../../platform/egress/index.ts'
import { NotDelivered } from '../target.ts'
import type { Failure } from '../testing/fake-target.ts'
import { forwarded } from '../testing/findings.ts'
import { type AdfDocument, issueForm, renderIssue, sendIssue } from './index.ts'
import { FakeJira } from './testing/fake-jira.ts'

const jira = await FakeJira.start()
after(() => jira.close())
const comment = (n: number): AdfDocument => renderIssue(forwarded(n)).description

const failures: readonly Failure[] = [
  'lost',
  'cut',
  'reset',
  'hang',
  { status: 429, headers: { 'retry-after': '5' } },
  { status: 500, body: '<html>' },
  { status: 503 },
]

test('of two hundred dispatches with every fifth call failing, each has one issue and each comment is there once', async () => {
  const random = seeded(16)
  let now = Date.now()
  jira.now = () => now
  jira.searchLagMs = 45_000
  const out = egress({ trusted: [jira.origin], timeoutMs: 250 })
  const patient = egress({ trusted: [jira.origin] })
  const form = await issueForm(jira.access, patient, { project_key: 'OPS', issue_type: 'Task' })
  jira.failing = () =>
    random() < 0.2 ? failures[Math.floor(random() * failures.length)] : undefined
  const codes = new Map<string, number>()

  async function untilSent(n: number, id: string): Promise<void> {
    const draft = renderIssue(forwarded(n))
    for (let attempt = 1; ; attempt += 1) {
      ok(attempt < 200, `dispatch ${n} is not sent`)
      try {
        const dispatch = { form, draft, key: `finding-${n}`, comment: { id, body: comment(n) } }
        await sendIssue(jira.access, out, dispatch)
        return
      } catch (error) {
        ok(error instanceof NotDelivered && !error.isFinal, String(error))
        codes.set(error.code, (codes.get(error.code) ?? 0) + 1)
        now += Math.max(1, error.retryAfterSeconds ?? 0, error.hiddenSeconds ?? 0) * 1_000
      }
    }
  }

  const all = Array.from({ length: 100 }, (_, n) => n)
  for (const n of all) await untilSent(n, `first-${n}`)
  now += 60_000
  for (const n of all) await untilSent(n, `second-${n}`)

  const labels = jira.issues.map(({ fields }) => (fields['labels'] as string[]).at(-1))
  deepEqual([jira.issues.length, new Set(labels).size], [100, 100])
  for (const { comments } of jira.issues) {
    const ids = comments.map(({ properties }) => JSON.stringify(properties))
    equal(new Set(ids).size, ids.length)
    ok(ids.some((one) => one.includes('second-')))
  }
  deepEqual([...codes.keys()].toSorted(), ['rate_limited', 'unavailable', 'uncertain'])
})
