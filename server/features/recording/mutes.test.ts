import { deepEqual } from 'node:assert/strict'
import { test } from 'node:test'
import { applyMutes, type MuteRule } from './mutes.ts'

const now = '2026-06-01T12:00:00.000Z'
const uid = 'plumbline-aws-s3_bucket_kms_encryption-123456789012-eu-west-1-arn:aws:s3:::logs'
const byList = { muted: true, mute_rule_id: null, muted_reason: 'Muted by mutelist' }
const shown = { muted: false, mute_rule_id: null, muted_reason: null }
const judged = (rules: readonly MuteRule[], listed = false) =>
  applyMutes(rules, { uid, listed, now })

const rule = (more: Partial<MuteRule> = {}): MuteRule => ({
  id: 'rule-1',
  reason: 'A test bucket.',
  uids: new Set([uid]),
  expires_at: null,
  ...more,
})
const byRule = { muted: true, mute_rule_id: 'rule-1', muted_reason: 'A test bucket.' }

test('a rule hides the findings it names, with its reason', () => {
  deepEqual(judged([rule()]), byRule)
  deepEqual(judged([rule({ uids: new Set(['other']) })]), shown)
})

test('a rule hides nothing from the moment it ends', () => {
  deepEqual(judged([rule({ expires_at: '2026-06-01T12:00:00.001Z' })]), byRule)
  deepEqual(judged([rule({ expires_at: now })]), shown)
})

test('the mutelist speaks before the rules, and the first rule before the second', () => {
  deepEqual(judged([rule()], true), byList)
  const second = rule({ id: 'rule-2', reason: 'Another reason.' })
  deepEqual(judged([rule(), second]), byRule)
  deepEqual(judged([rule({ expires_at: now }), second]), {
    muted: true,
    mute_rule_id: 'rule-2',
    muted_reason: 'Another reason.',
  })
})

test('without rules everything is shown', () => {
  deepEqual(judged([]), shown)
})
