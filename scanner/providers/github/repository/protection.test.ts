// The verdict for each way of protecting a branch, alone and with the other way unread.
import { deepEqual, equal, throws } from 'node:assert/strict'
import { test } from 'node:test'
import { unread, Withheld } from '../../../kit/index.ts'
import { fullProtection } from '../../../testing/github/index.ts'
import {
  adminsBoundBy,
  approvalsOf,
  type Classic,
  classicOf,
  guardOf,
  type Protection,
  questions,
  type Rule,
} from './protection.ts'

const full = classicOf(fullProtection())
const bare = classicOf({
  enforce_admins: { enabled: false },
  required_signatures: { enabled: false },
  required_linear_history: { enabled: false },
  allow_force_pushes: { enabled: true },
  allow_deletions: { enabled: true },
  required_conversation_resolution: { enabled: false },
})
const denied = unread('not_found', { action: 'administration:read' })
const unseen = unread('forbidden', { action: 'metadata:read' })

const ruleOf = (
  type: string,
  parameters: Readonly<Record<string, unknown>> = {},
  bypass: readonly string[] | null = [],
): Rule => ({ type, parameters, ruleset: { name: 'main', bypass } })

const everyRule: readonly Rule[] = [
  ruleOf('deletion'),
  ruleOf('non_fast_forward'),
  ruleOf('required_linear_history'),
  ruleOf('required_signatures'),
  ruleOf('required_status_checks', { required_status_checks: [{ context: 'test' }] }),
  ruleOf('pull_request', {
    dismiss_stale_reviews_on_push: true,
    require_code_owner_review: true,
    required_approving_review_count: 2,
    required_review_thread_resolution: true,
  }),
]

const withheld = (work: () => unknown) => throws(work, Withheld)

for (const [name, question] of Object.entries(questions)) {
  const by = (protection: Protection) => guardOf(protection, question)?.by
  test(`${name}: either way is enough, and the other may be unread`, () => {
    deepEqual(by({ classic: full, rules: [] }), ['branch protection'])
    deepEqual(by({ classic: full, rules: unseen }), ['branch protection'])
    deepEqual(by({ classic: 'none', rules: everyRule }), ['the ruleset main'])
    deepEqual(by({ classic: denied, rules: everyRule }), ['the ruleset main'])
    deepEqual(by({ classic: full, rules: everyRule }), ['branch protection', 'the ruleset main'])
  })
  test(`${name}: that nothing enforces it takes both to be read`, () => {
    deepEqual(by({ classic: 'none', rules: [] }), [])
    deepEqual(by({ classic: 'unavailable', rules: [ruleOf('creation')] }), [])
    withheld(() => by({ classic: denied, rules: [] }))
    withheld(() => by({ classic: 'none', rules: unseen }))
    withheld(() => by({ classic: denied, rules: unseen }))
    equal(by({ classic: 'absent', rules: unseen }), undefined)
  })
  if (name !== 'protection')
    test(`${name}: branch protection without it enforces nothing`, () => {
      const words = by({ classic: bare, rules: [] })
      deepEqual(words, [])
    })
}

test('a setting that the answer leaves out is no verdict, unless a rule enforces it', () => {
  const unclear: Classic = { ...bare, forcePushes: null }
  withheld(() => guardOf({ classic: unclear, rules: [] }, questions.force_push_blocked))
  const rules = [ruleOf('non_fast_forward')]
  deepEqual(guardOf({ classic: unclear, rules }, questions.force_push_blocked)?.by, [
    'the ruleset main',
  ])
  deepEqual(classicOf({}).signatures, null)
})

test('who may pass by is said, and that it is not shown', () => {
  const by = (bypass: readonly string[] | null) =>
    guardOf(
      { classic: 'none', rules: [ruleOf('deletion', {}, bypass)] },
      questions.deletion_blocked,
    )?.by[0]
  equal(by([]), 'the ruleset main')
  equal(by(['Team', 'Integration']), 'the ruleset main (actors on the bypass list: 2)')
  equal(by(null), 'the ruleset main (bypass list not shown)')
  const loose = { ...full, admins: false, exceptions: 3 }
  const words = guardOf({ classic: loose, rules: [] }, questions.code_owner_review)?.by
  deepEqual(words, [
    'branch protection (does not apply to administrators, exceptions from review: 3)',
  ])
})

test('approvals are the most that either way asks for', () => {
  const count = (protection: Protection) => approvalsOf(protection)?.count
  const one = { ...full, approvals: 1 }
  equal(count({ classic: full, rules: [] }), 2)
  equal(count({ classic: one, rules: everyRule }), 2)
  equal(count({ classic: one, rules: [] }), 1)
  equal(count({ classic: 'none', rules: [] }), 0)
  equal(count({ classic: full, rules: unseen }), 2)
  equal(count({ classic: denied, rules: everyRule }), 2)
  withheld(() => count({ classic: one, rules: unseen }))
  withheld(() => count({ classic: denied, rules: [] }))
  equal(count({ classic: 'absent', rules: [] }), undefined)
})

test('administrators are bound where all that protects the branch binds them', () => {
  const by = (protection: Protection) => adminsBoundBy(protection)?.by
  deepEqual(by({ classic: full, rules: [] }), ['branch protection'])
  deepEqual(by({ classic: 'none', rules: everyRule }), ['the ruleset main'])
  deepEqual(
    by({ classic: 'none', rules: [ruleOf('deletion', {}, ['Integration', 'DeployKey'])] }),
    ['the ruleset main (actors on the bypass list: 2)'],
  )
  for (const loose of ['RepositoryRole', 'OrganizationAdmin', 'Team', 'EnterpriseOwner', 'New'])
    deepEqual(by({ classic: full, rules: [ruleOf('deletion', {}, [loose])] }), [])
  deepEqual(by({ classic: { ...full, admins: false }, rules: everyRule }), [])
  deepEqual(by({ classic: 'none', rules: [] }), [])
  deepEqual(by({ classic: 'none', rules: [ruleOf('creation')] }), [])
  deepEqual(by({ classic: { ...full, admins: false }, rules: unseen }), [])
  deepEqual(by({ classic: denied, rules: [ruleOf('deletion', {}, ['Team'])] }), [])
})

test('whether administrators are bound is open while a part, or a bypass list, is not shown', () => {
  for (const protection of [
    { classic: denied, rules: everyRule },
    { classic: full, rules: unseen },
    { classic: 'none', rules: [ruleOf('deletion', {}, null)] },
    { classic: full, rules: [ruleOf('deletion', {}, null)] },
    { classic: { ...full, admins: null }, rules: [] },
  ] as const)
    withheld(() => adminsBoundBy(protection))
})

test('checks without a name, and counts that are none, require nothing', () => {
  const checks = (answer: object) => classicOf({ required_status_checks: answer }).statusChecks
  deepEqual(
    [checks({ contexts: [], checks: [] }), checks({ contexts: ['a'] }), checks({})],
    [0, 1, 0],
  )
  const reviews = (count: unknown) =>
    classicOf({ required_pull_request_reviews: { required_approving_review_count: count } })
      .approvals
  deepEqual(['2', -1, 1.5, null, 3].map(reviews), [0, 0, 0, 0, 3])
  const rules = [ruleOf('required_status_checks', { required_status_checks: [] })]
  deepEqual(guardOf({ classic: 'none', rules }, questions.status_checks)?.by, [])
  const flow = [ruleOf('workflows', { workflows: [{ path: 'a' }] })]
  deepEqual(guardOf({ classic: 'none', rules: flow }, questions.status_checks)?.by.length, 1)
})
