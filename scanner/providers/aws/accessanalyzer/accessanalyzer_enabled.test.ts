import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import check from './accessanalyzer_enabled.ts'
import { region } from './worlds.ts'

const disabled = { name: 'old', status: 'DISABLED' }

verify(check, {
  pass: [region(), region({ analyzers: [disabled, { name: 'outside', status: 'ACTIVE' }] })],
  fail: [region({ analyzers: [] }), region({ analyzers: [disabled] })],
  unread: [region({ analyzers: unread('AccessDeniedException') })],
})
