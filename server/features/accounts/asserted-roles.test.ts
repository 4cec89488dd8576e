import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type Decision, decideRoles, type Known, type Situation } from './asserted-roles.ts'

const role = (name: string, more: Partial<Known> = {}): Known => ({
  name,
  isLeast: false,
  managesAccount: false,
  ...more,
})
const least = { unlimited_visibility: false }
const reader = { unlimited_visibility: true }
const assign = (name: string, create: false | typeof least, retainsOthers = false): Decision => ({
  kind: 'assign',
  name,
  create,
  retainsOthers,
})
const admin = role('admin', { managesAccount: true })

const cases: readonly [string, Partial<Situation>, Decision][] = [
  ['no user-type and no role: the least role', {}, assign('read_only', least)],
  [
    'the least role is there: it is used',
    { known: [role('read_only', { isLeast: true })] },
    assign('read_only', false),
  ],
  [
    'its name is taken by a role that permits more: the next name',
    { known: [role('read_only')] },
    assign('read_only_0', least),
  ],
  [
    'and the next one, until a name is free',
    { known: [role('read_only'), role('read_only_0'), role('read_only_1')] },
    assign('read_only_2', least),
  ],
  [
    'or until one permits nothing anyway',
    { known: [role('read_only'), role('read_only_0', { isLeast: true })] },
    assign('read_only_0', false),
  ],
  ['no user-type and roles: they stay', { hasRoles: true }, { kind: 'keep' }],
  ['a blank user-type is none', { userType: ' \t', hasRoles: true }, { kind: 'keep' }],
  [
    'a blank user-type without roles: the least role',
    { userType: ' ' },
    assign('read_only', least),
  ],
  ['a user-type without a role: it is made', { userType: 'Audit' }, assign('Audit', reader)],
  [
    'a user-type with a role: that one, in place of the others',
    { userType: 'Ops', hasRoles: true, known: [role('Ops')] },
    assign('Ops', false),
  ],
  [
    'the last who manages the account keeps his roles beside the new one',
    { userType: 'Ops', hasRoles: true, isLastManager: true, known: [role('Ops'), admin] },
    assign('Ops', false, true),
  ],
  [
    'and beside one that is made for him',
    { userType: 'New', hasRoles: true, isLastManager: true, known: [admin] },
    assign('New', reader, true),
  ],
  [
    'unless the new one manages the account too',
    { userType: 'admin', hasRoles: true, isLastManager: true, known: [admin] },
    assign('admin', false),
  ],
]

describe('roles after a sign-in with an identity provider', () => {
  for (const [name, situation, expected] of cases) {
    test(name, () => {
      const nobody = { userType: '', hasRoles: false, isLastManager: false, known: [] }
      assert.deepEqual(decideRoles({ ...nobody, ...situation }), expected)
    })
  }
})
