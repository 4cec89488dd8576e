import { deepEqual, equal, match, ok } from 'node:assert/strict'
import { test } from 'node:test'
import type { Chosen } from './chosen.ts'
import {
  failedGroups,
  failingOf,
  groupsOf,
  namedOf,
  outcomeOf,
  outcomeWords,
  requestsOf,
  whyNot,
} from './send.ts'

const findings = (check_id: string, count: number): readonly Chosen[] =>
  Array.from({ length: count }, (_, at) => ({
    id: `${check_id}-${at}`,
    uid: `${check_id}-${at}`,
    check_id,
    status: 'FAIL',
    raw_status: 'FAIL',
    triage_status: 'open',
    muted: false,
  }))

const idsOf = (query: object): readonly string[] =>
  String((query as Record<string, unknown>)['filter[finding_id__in]'] ?? '').split(',')

test('Limits: it is said beforehand that a grouped issue names the first 50 resources', () => {
  equal(namedOf(214), 'first 50 of 214 listed in the issue')
  equal(namedOf(1_214), 'first 50 of 1,214 listed in the issue')
  equal(namedOf(50), 'all 50 listed in the issue')
  equal(namedOf(1), '1 listed in the issue')
})

test('an issue a finding is asked for a hundred at a time', () => {
  const requests = requestsOf(findings('a', 230), 'individual')
  deepEqual(
    requests.map((query) => idsOf(query).length),
    [100, 100, 30],
  )
  equal(new Set(requests.flatMap(idsOf)).size, 230)
})

test('findings of one check stay in one request, so that they become one issue', () => {
  const all = [...findings('a', 70), ...findings('b', 60), ...findings('c', 30)]
  const requests = requestsOf(all, 'grouped')
  deepEqual(
    requests.map((query) => new Set(idsOf(query).map((id) => id[0]))),
    [new Set(['a', 'c']), new Set(['b'])],
  )
})

test('a check with more findings than a request takes is sent whole, by its name', () => {
  const all = [...findings('a', 101), ...findings('b', 2)]
  deepEqual(
    groupsOf(all).map(({ check_id, isWhole }) => [check_id, isWhole]),
    [
      ['a', true],
      ['b', false],
    ],
  )
  const [byId, byCheck] = requestsOf(all, 'grouped')
  deepEqual(idsOf(byId ?? {}), ['b-0', 'b-1'])
  deepEqual(byCheck, { 'filter[check_id__in]': 'a' })
})

test('more issues than one dispatch makes are not asked for', () => {
  equal(whyNot(findings('a', 500), 'individual'), undefined)
  match(whyNot(findings('a', 501), 'individual') ?? '', /one issue per check/)
  equal(whyNot(findings('a', 501), 'grouped'), undefined)
  ok(whyNot(Array.from({ length: 501 }, (_, at) => findings(`c${at}`, 1)).flat(), 'grouped'))
})

test('only what fails and is not muted is sent', () => {
  const [one, other, third] = findings('a', 3) as [Chosen, Chosen, Chosen]
  deepEqual(failingOf([one, { ...other, status: 'PASS' }, { ...third, muted: true }]), [one])
})

test('several dispatches are told as one, with what became of the issues and why', () => {
  const task = (result: object | null, state: 'completed' | 'failed' = 'completed') => ({
    state,
    result,
  })
  const counts = { created_count: 2, updated_count: 1, failed_count: 1, waiting_count: 0 }
  const outcome = outcomeOf([task(counts), task({ ...counts, failed_count: 0 })])
  equal(outcomeWords(outcome), '4 issues created, 2 updated, 1 failed')
  equal(outcome.error, null)
  const broken = outcomeOf([task({ detail: 'The integration was deleted.' }, 'failed')])
  deepEqual(
    [outcomeWords(broken), broken.error],
    ['No issues created', 'The integration was deleted.'],
  )
})

test('what did not arrive is told by check and reason', () => {
  const delivery = (
    check_id: string,
    state: 'failed' | 'pending' | 'delivered',
    reason?: string,
  ) => ({
    subject: { check_id },
    state,
    reason: reason ?? null,
  })
  deepEqual(
    failedGroups([
      delivery('a', 'failed', 'No.'),
      delivery('a', 'failed', 'No.'),
      delivery('b', 'pending', 'Busy.'),
      delivery('c', 'pending'),
      delivery('d', 'delivered'),
    ]),
    [
      { check_id: 'a', reason: 'No.', issues: 2, isWaiting: false },
      { check_id: 'b', reason: 'Busy.', issues: 1, isWaiting: true },
    ],
  )
})
